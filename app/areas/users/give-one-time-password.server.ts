import type { Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { DomainError } from '~/platform/values/domain-error'
import { resetOrRequest, waitsFor } from './reset-user.server'
import { userForChange } from './user-for-change.server'

const TITLE = 'No one-time password was made'

/** Why this person may not give that user a one-time password, in a sentence; null when they may try. */
export function whyNoOneTimePassword(
  actor: Pick<Actor, 'id'>,
  user: { id: number; isDisabled: boolean; isToBeEnabled: boolean },
): string | null {
  if (actor.id === user.id) return 'Your own password is in the menu under your name, at the top right.'
  return user.isDisabled && !user.isToBeEnabled ? 'This user is disabled: enable them first.' : null
}

/** Whose one-time password it is, and what becomes of it. */
export interface GivenPassword {
  userId: number
  userName: string
  /** It waits for a second administrator, in words; null where it works at once. */
  waits: string | null
}

/**
 * Puts a one-time password in the place of a user's password, which ends their sessions and personal tokens; that of
 * somebody who may do anything of weight waits for a second administrator.
 * @param passwordHash made before the transaction
 * @throws DomainError not-found, refused
 */
export async function giveOneTimePassword(
  tx: Transaction,
  actor: Actor,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  now: Date,
): Promise<GivenPassword> {
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  const { userName } = user
  const isDisabled = user.disabledAt !== null
  const isToBeEnabled = isDisabled && (await waitsFor(tx, 'enable', userName))
  const why = whyNoOneTimePassword(actor, { id: userId, isDisabled, isToBeEnabled })
  if (why) throw new DomainError('refused', why, { title: TITLE })
  const waits = await resetOrRequest(tx, actor, user, { reset: 'password', passwordHash }, now)
  const stillWaits = waits !== null && (await waitsFor(tx, 'password', userName))
  return { userId, userName, waits: stillWaits ? waits : null }
}
