import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { administrators, requireAdministrator } from '~/areas/access/administrators.server'
import { revokeTokensOf } from '~/areas/access/api-token-revoke.server'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { deleteSessionsOf } from '~/areas/access/session-rows.server'
import { DomainError } from '~/platform/values/domain-error'
import { resetOrRequest } from './reset-user.server'
import { recordUserAct } from './user-event.server'
import { userForChange } from './user-for-change.server'

const TITLE = 'The user was not disabled'

/** Why this person may not disable that user, in a sentence; null when they may try. */
export function whyNotDisabled(actor: Pick<Actor, 'id'>, userId: number): string | null {
  return actor.id === userId ? 'Nobody disables themselves: another administrator may.' : null
}

/**
 * Keeps a user out from now on: no login, their sessions and personal tokens end. What they did stays.
 * @throws DomainError not-found; forbidden for oneself; refused when nobody could administer the site any more
 */
export async function disableUser(
  tx: Transaction,
  actor: Actor,
  { userId, comment }: { userId: number; comment: string },
  now: Date,
): Promise<string> {
  const why = whyNotDisabled(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  await oneAtATime(tx)
  const before = await administrators(tx, now)
  const user = await userForChange(tx, userId)
  if (user.disabledAt) return `User ${user.userName} was disabled already`
  await tx.update(appUser).set({ disabledAt: now }).where(eq(appUser.id, user.id))
  await requireAdministrator(tx, before, now)
  await deleteSessionsOf(tx, user.id, now)
  await revokeTokensOf(tx, user.id, now)
  await recordUserAct(
    tx,
    user.id,
    {
      name: 'disable user',
      status: 'DISABLED',
      class: 'failed',
      log: `User ${user.userName} disabled; sessions and tokens ended${comment === '' ? '' : `: ${comment}`}`,
      data: { comment },
    },
    { actor, now },
  )
  return `User ${user.userName} disabled; their sessions and tokens were ended`
}

/**
 * Takes a disabled user back, with the rights they had and without a password: they log in with a new one-time password, or
 * by single sign-on. Somebody who may do anything of weight waits for a second administrator. Answers what became of it.
 * @throws DomainError not-found, refused
 */
export async function enableUser(tx: Transaction, actor: Actor, userId: number, now: Date): Promise<string> {
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  if (!user.disabledAt) return `User ${user.userName} was enabled already`
  const becomes = await resetOrRequest(tx, actor, user, { reset: 'enable' }, now)
  return becomes === null
    ? `User ${user.userName} enabled; the password of before works no more`
    : `Enabling of ${user.userName}: ${becomes}`
}

/**
 * Lets a user be linked to another person of single sign-on, under the same rule. Answers what became of it.
 * @throws DomainError not-found; refused for oneself
 */
export async function unlinkUser(tx: Transaction, actor: Actor, userId: number, now: Date): Promise<string> {
  if (actor.id === userId)
    throw new DomainError('refused', 'Nobody unlinks themselves: another administrator may.', {
      title: 'The user was not unlinked',
    })
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  const becomes = await resetOrRequest(tx, actor, user, { reset: 'unlink' }, now)
  return becomes === null
    ? `User ${user.userName} is no longer linked to single sign-on`
    : `Unlinking of ${user.userName}: ${becomes}`
}
