import { z } from 'zod'
import { newPasswordHash, ownPasswordHash, setPassword } from '~/areas/access/set-password.server'
import { passwordsAccepted } from '~/areas/access/site-setting.server'
import { statusCookie } from '~/http/cookies'
import { parseFields } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import { openSession } from '../sign-on/authenticator'
import { attempt, knownDevice } from '../sign-on/login-throttle'

const MAX_LENGTH = 1_000
const password = (message: string) => z.string(message).max(MAX_LENGTH, message)

// Used exactly as sent: never trimmed or cut.
const Passwords = z.object({
  current_password: password('Enter your current password.'),
  password: password('Enter a new password.'),
  again_password: password('Enter the new password again.'),
})

/**
 * Sets the actor's password from a form that also contains the present one; wrong guesses count as failed logins. Ends
 * all their sessions; returns the cookies (Set-Cookie) of a new one and of the message that confirms the change.
 * @throws DomainError invalid, with a sentence for each field; busy after too many guesses
 */
export async function changeOwnPassword(
  { actor, read, transaction, services, session }: Guarded,
  args: RouteArgs,
  typed: Readonly<Record<string, string>>,
): Promise<Headers> {
  const { clientAddress, log } = args.context
  if (!(await passwordsAccepted(read, services.settings.singleSignOn?.login)))
    throw new DomainError('refused', 'Passwords are not accepted here. You log in with single sign-on.')
  const { current_password: current, password: wanted, again_password: again } = parseFields(typed, Passwords)
  if (wanted !== again)
    throw wrong('again_password', 'The two new passwords differ. Enter the new one twice.')
  if (wanted === current)
    throw wrong('password', 'The new password is the same as the current one. Choose another.')
  const passwordHash = await newPasswordHash(wanted, actor.userName)
  const { userName } = actor
  const device = await knownDevice(args.request, services, userName)
  // With the database access of the process: the request's own would record this as a write of the request.
  const replaces = await attempt(
    args.context.services,
    { userName, from: clientAddress, knownDevice: device },
    async () => {
      const hash = await ownPasswordHash(read, actor, current)
      if (hash !== null) return hash
      log.warn({ user: userName }, 'wrong present password')
      throw wrong('current_password', 'This is not your current password. Check it and try again.')
    },
  )
  await transaction((context) =>
    setPassword(context, { userName: actor.userName, passwordHash, replaces }, actor),
  )
  log.info({ user: actor.userName }, 'password changed')
  const opened = { userId: actor.id, mustChangePassword: false, passwordHash }
  const cookies = new Headers()
  cookies.append(
    'Set-Cookie',
    await openSession(args, opened, { byProvider: session.get('byProvider') === true }),
  )
  cookies.append('Set-Cookie', await statusCookie(services, { userId: actor.id, line: 'Password changed' }))
  return cookies
}

const wrong = (field: string, sentence: string) =>
  new DomainError('invalid', sentence, { fields: { [field]: sentence } })
