import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { type LoggedIn, logIn } from '~/areas/access/log-in.server'
import { passwordsAccepted } from '~/areas/access/passwords-accepted.server'
import { parseFields } from '~/http/form'
import type { RouteArgs } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import { knownDevice } from './known-device'
import { attempt } from './login-throttle'

// The password is taken exactly as it came: nothing trimmed, nothing cut.
const Credentials = z.object({
  username: z.string('Enter your user name.').max(200, 'Enter your user name.'),
  password: z.string('Enter your password.').max(1_000, 'Enter your password.'),
})

/** Logs in by the user name and password of a form; answers who it is. Refusals are DomainErrors. */
export function authenticate(args: RouteArgs, typed: Readonly<Record<string, string>>): Promise<LoggedIn> {
  const { request, context } = args
  const { services } = context
  const authenticator = new Authenticator<LoggedIn>()
  authenticator.use(
    new FormStrategy(async () => {
      if (!(await passwordsAccepted(services.doors.read, services.settings.singleSignOn?.login)))
        throw new DomainError('refused', 'Passwords are not accepted here. Log in with single sign-on.', {
          title: 'Not logged in',
        })
      return loggedInBy(args, typed)
    }),
    'form',
  )
  // The strategy reads a form by itself; ours was read already, within limits.
  return authenticator.authenticate(
    'form',
    new Request(request.url, { method: 'POST', body: new URLSearchParams() }),
  )
}

/** Whose user name and password a form holds, whether passwords open anything here or not; too many guesses are refused. */
export async function loggedInBy(
  { request, context }: RouteArgs,
  typed: Readonly<Record<string, string>>,
): Promise<LoggedIn> {
  const { services, log, clientAddress } = context
  const { username, password } = parseFields(typed, Credentials, 'Not logged in')
  const attempted = {
    userName: username,
    from: clientAddress,
    knownDevice: await knownDevice(request, services, username),
  }
  return attempt(attempted, async () => {
    try {
      const loggedIn = await logIn(services.doors.read, { username, password }, services.clock())
      log.info({ user: username }, 'logged in')
      return loggedIn
    } catch (error) {
      log.warn({ user: username }, 'login failed')
      throw error
    }
  })
}
