import type { Transaction } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import type { Actor } from '../actor'
import { setPassword } from '../set-password.server'
import { userForChange } from './user-for-change.server'

const TITLE = 'No one-time password was made'

/** Why this person may not give that user a one-time password, in a sentence; null when they may. */
export function whyNoOneTimePassword(
  actor: Pick<Actor, 'id'>,
  user: { id: number; disabledAt: Date | null },
): string | null {
  if (actor.id === user.id) return 'Your own password is in the menu under your name, at the top right.'
  return user.disabledAt ? 'This user is disabled: enable them first.' : null
}

/**
 * Puts a one-time password in the place of a user's password, and ends their sessions; answers whose it is.
 * @param passwordHash made before the transaction
 * @throws DomainError not-found, refused
 */
export async function giveOneTimePassword(
  tx: Transaction,
  actor: Actor,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  now: Date,
): Promise<{ userId: number; userName: string }> {
  const user = await userForChange(tx, userId)
  const why = whyNoOneTimePassword(actor, user)
  if (why) throw new DomainError('refused', why, { title: TITLE })
  const { userName } = user
  await setPassword(tx, { userName, passwordHash, oneTime: true }, actor, now)
  return { userId, userName }
}
