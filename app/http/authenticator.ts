import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { logIn } from '~/domain/access/log-in.server'
import { parseForm } from './form'
import type { RouteArgs } from './guard'
import { countFailure, forgetFailures, refuseThrottled } from './login-throttle'

// The password is taken exactly as it came: nothing trimmed, nothing cut.
const Credentials = z.object({
  username: z.string('Enter your user name.').max(200, 'Enter your user name.'),
  password: z.string('Enter your password.').max(1_000, 'Enter your password.'),
})

/** Logs in by user name and password; answers the user's id. Refusals are DomainErrors. */
export function authenticate({ request, context }: RouteArgs): Promise<number> {
  const { services, log, clientAddress } = context
  const authenticator = new Authenticator<number>()
  authenticator.use(
    new FormStrategy(async ({ form }) => {
      const { username, password } = parseForm(form, Credentials, 'Not logged in')
      await refuseThrottled(username, clientAddress)
      try {
        const userId = await logIn(services.doors.read, { username, password })
        await forgetFailures(username, clientAddress)
        log.info({ user: username }, 'logged in')
        return userId
      } catch (error) {
        await countFailure(username, clientAddress)
        log.warn({ user: username }, 'login failed')
        throw error
      }
    }),
    'form',
  )
  return authenticator.authenticate('form', request)
}
