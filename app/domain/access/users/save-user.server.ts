import type { Transaction } from 'db/doors'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import type { Actor } from '../actor'
import { recordUserAct } from './user-event.server'
import { refuse, soundFields, USER_LABELS, type UserFields } from './user-fields'
import { userForChange } from './user-for-change.server'

export interface UserChange {
  userId: number
  /** As the form showed them. */
  seen: UserFields
  fields: UserFields
}

const NAMES = ['firstName', 'lastName', 'role', 'homepage'] as const

/**
 * Changes names, role and homepage of a user; answers what was done, in a short line.
 * @throws DomainError invalid, not-found; conflict when somebody else changed the same user since; forbidden for one's
 * own role
 */
export async function saveUser(
  tx: Transaction,
  actor: Actor,
  { userId, seen, fields: given }: UserChange,
  now: Date,
): Promise<string> {
  const user = await userForChange(tx, userId)
  const others = NAMES.filter((name) => user[name] !== seen[name])
  if (others.length > 0)
    throw new DomainError(
      'conflict',
      `Somebody else changed this user since you opened the form: ${others
        .map((name) => `${USER_LABELS[name]} is now "${user[name]}"`)
        .join(', ')}. Open the user again and make your change there.`,
    )
  const fields = soundFields(given)
  const changed = NAMES.filter((name) => user[name] !== fields[name])
  if (changed.length === 0) return `Nothing was different: user ${user.userName} stays as it is`
  if (user.id === actor.id && changed.includes('role'))
    refuse({ role: 'Nobody changes their own role: another administrator may.' })
  await tx.update(appUser).set(fields).where(eq(appUser.id, user.id))
  const words = changed.map(
    (name) => `${USER_LABELS[name]}: ${user[name] || '(blank)'} → ${fields[name] || '(blank)'}`,
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
  return `User ${user.userName} saved`
}
