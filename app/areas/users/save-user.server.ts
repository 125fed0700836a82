import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { ADMINISTRATION, decidesAlone, oneAtATime } from '~/areas/access/second-person.server'
import { notifyAllUsers } from '~/areas/access/user-notices.server'
import { DomainError } from '~/platform/values/domain-error'
import { requestUserChange } from './request-rights.server'
import { isTrusted } from './reset-access.server'
import { recordUserAct, userForChange } from './user-event.server'
import { refuse, soundFields, USER_LABELS, type UserFields } from './user-fields'

export interface UserChange {
  userId: number
  /** As the form showed them. */
  seen: UserFields
  fields: UserFields
}

const NAMES = ['firstName', 'lastName', 'role', 'homepage'] as const

/**
 * Changes names, role and homepage of a user; returns the result in a short line. A new first or last name of a user
 * with important rights waits for a second administrator: their actions are known by it.
 * @throws DomainError invalid, not-found; conflict when another user changed the same user since; forbidden for one's
 * own role
 */
export async function saveUser(
  tx: Transaction,
  actor: Actor,
  { userId, seen, fields: given }: UserChange,
  now: Date,
): Promise<string> {
  // Locked before the user's row, as in all other code that changes users.
  await oneAtATime(tx)
  const user = await userForChange(tx, userId)
  const others = NAMES.filter((name) => user[name] !== seen[name])
  if (others.length > 0)
    throw new DomainError(
      'conflict',
      `Someone else changed this user after you opened this page: ${others
        .map((name) => `${USER_LABELS[name]} is ${user[name] === '' ? 'empty now' : `now “${user[name]}”`}`)
        .join(', ')}. The form shows what you typed: check it, then save again.`,
    )
  const fields = soundFields(given)
  const changed = NAMES.filter((name) => user[name] !== fields[name])
  if (changed.length === 0) return `No changes: user ${user.userName} stays as it is`
  if (user.id === actor.id && changed.includes('role'))
    refuse({ role: 'You cannot change your own role: ask another administrator.' })
  const renamed = changed.some((name) => name === 'firstName' || name === 'lastName')
  const trusted = renamed && (await isTrusted(tx, user))
  const alone = trusted && (await decidesAlone(tx, actor.id, ADMINISTRATION))
  const waits = trusted && !alone
  const { firstName, lastName } = waits ? user : fields
  const stored = { ...fields, firstName, lastName }
  const atOnce = NAMES.filter((name) => user[name] !== stored[name])
  if (atOnce.length > 0) {
    await tx.update(appUser).set(stored).where(eq(appUser.id, user.id))
    const words = atOnce.map(
      (name) => `${USER_LABELS[name]}: ${user[name] || '(blank)'} → ${stored[name] || '(blank)'}`,
    )
    await recordUserAct(
      tx,
      user.id,
      {
        name: 'change user',
        status: 'CHANGED',
        class: 'success',
        log: `User ${user.userName} changed. ${words.join('; ')}`,
        data: { changed: words },
      },
      { actor, now },
    )
  }
  if (alone) {
    const what = `changed the name of the user ${user.userName} without a second administrator`
    await notifyAllUsers(tx, `${actor.fullName} ${what}.`, now, actor.id)
  }
  if (!waits) return `User ${user.userName} saved`
  const after = { firstName: fields.firstName, lastName: fields.lastName }
  const becomes = await requestUserChange(tx, actor, user.userName, after, now)
  return `${atOnce.length > 0 ? `User ${user.userName} saved. ` : ''}Name of ${user.userName}: ${becomes}`
}
