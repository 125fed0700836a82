import { z } from 'zod'
import { ownPasswordHash } from '~/domain/access/own-password.server'
import { passwordsAccepted } from '~/domain/access/passwords-accepted.server'
import { newPasswordHash, setPassword } from '~/domain/access/set-password.server'
import { DomainError } from '~/domain/values/domain-error'
import { parseFields } from './form'
import type { Guarded, RouteArgs } from './guard'
import { openSession } from './open-session'
import { countFailure, forgetFailures, giveBack, refuseThrottled } from './sign-on/login-throttle'

const LONGEST = 1_000
const password = (message: string) => z.string(message).max(LONGEST, message)

// Taken exactly as they came: nothing trimmed, nothing cut.
const Passwords = z.object({
  current_password: password('Enter the password that you have now.'),
  password: password('Enter a new password.'),
  again_password: password('Enter the new password again.'),
})

/**
 * Gives the actor the password of a form, where it names the present one too; guesses count like failed logins. All
 * their sessions end; answers the cookie of a new one.
 * @throws DomainError invalid, with a sentence for each field; busy after too many guesses
 */
export async function changeOwnPassword(
  { actor, read, transaction, services, session }: Guarded,
  args: RouteArgs,
  typed: Readonly<Record<string, string>>,
): Promise<string> {
  const { clientAddress, log } = args.context
  if (!(await passwordsAccepted(read, services.settings.singleSignOn?.login)))
    throw new DomainError('refused', 'Passwords are not accepted here. You log in with single sign-on.')
  const { current_password: current, password: wanted, again_password: again } = parseFields(typed, Passwords)
  if (wanted !== again)
    throw wrong('again_password', 'The two new passwords differ. Enter the new one twice.')
  if (wanted === current) throw wrong('password', 'The new password is the present one. Choose another.')
  const passwordHash = await newPasswordHash(wanted, actor.userName)
  await refuseThrottled(actor.userName, clientAddress)
  await countFailure(actor.userName, clientAddress)
  const replaces = await ownPasswordHash(read, actor, current).catch(async (error: unknown) => {
    await giveBack(actor.userName, clientAddress)
    throw error
  })
  if (replaces === null) {
    log.warn({ user: actor.userName }, 'wrong present password')
    throw wrong('current_password', 'This is not the password that you have now. Check it and try again.')
  }
  await forgetFailures(actor.userName, clientAddress)
  const now = services.clock()
  await transaction((tx) => setPassword(tx, { userName: actor.userName, passwordHash, replaces }, actor, now))
  log.info({ user: actor.userName }, 'password changed')
  const opened = { userId: actor.id, mustChangePassword: false, passwordHash }
  return openSession(args, opened, {
    byProvider: session.get('byProvider') === true,
    status: 'Password changed',
  })
}

const wrong = (field: string, sentence: string) =>
  new DomainError('invalid', sentence, { fields: { [field]: sentence } })
