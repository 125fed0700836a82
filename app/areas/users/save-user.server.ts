import type { Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { holdEndsAt } from '~/areas/access/actor'
import {
  ADMINISTRATION,
  decidesAlone,
  oneAtATime,
  onlyAdministratorsWork,
  worksAlone,
} from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { notifyAllUsers, notifyUser } from '~/areas/access/user-notices.server'
import { changeKind } from '~/platform/approvals/pending-change-kinds.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { DomainError } from '~/platform/values/domain-error'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { readAuthorisations } from './import-users.server'
import { requestUserChange } from './request-rights.server'
import { isTrusted } from './reset-access.server'
import { type FunctionRights, readAuthorisationTarget } from './user'
import { type NewUserRights, NO_RIGHTS } from './user-change-kinds.server'
import {
  memberlessQueueFault,
  refuse,
  soundFields,
  USER_LABELS,
  type UserFields,
  userNameFault,
} from './user-fields'
import { userForChange } from './user-for-change.server'

export interface NewUser extends UserFields {
  userName: string
  /** Requested; a second person approves them. */
  queues: readonly string[]
  /** Name of a user whose authorisations are requested, too; '' for none. */
  likeUser: string
}

export interface CreatedUser {
  userId: number
  userName: string
  /** The outcome for the requested queues and authorisations, all as one, as a sentence; null where there were none. */
  rights: string | null
}

/**
 * Creates a user who can log in with the one-time password of this hash, and requests queues and authorisations as one
 * change.
 * @throws DomainError invalid, with a sentence for each field
 */
export async function createUser(
  context: UserWriteContext,
  { userName: typed, queues, likeUser, ...given }: NewUser,
  passwordHash: string,
): Promise<CreatedUser> {
  const { tx, actor, now } = context
  await oneAtATime(tx)
  const userName = typed.trim()
  const fields = soundFields(given)
  const like = likeUser.trim()
  const [taken, held] = await Promise.all([
    nameTaken(tx, userName),
    like === '' ? new Map<string, FunctionRights>() : readAuthorisations(tx, [like]),
  ])
  const fault =
    userNameFault(userName) ??
    (taken === null ? await whyWaited(tx, userName) : `There is already a user ${taken}.`)
  refuse({
    ...(fault === null ? {} : { userName: fault }),
    ...memberlessQueueFault(queues),
    ...(like !== '' && held.size === 0
      ? { likeUser: `There is no user ${like} with authorisations. Enter another user name.` }
      : {}),
  })
  const alone = await worksAlone(tx)
  const [row] = await tx
    .insert(appUser)
    .values({
      userName,
      ...fields,
      passwordHash,
      mustChangePassword: true,
      passwordSetAt: now,
      resetAt: (await onlyAdministratorsWork(tx)) ? null : now,
      resetAlone: alone,
      createdAt: now,
    })
    .returning({ id: appUser.id })
  if (!row) throw new Error('The user was not stored')
  await recordAct(tx, userSubject(row.id), {
    name: 'create user',
    to: inAdministration('CREATED', 'new'),
    log: `User ${userName} created for ${fields.firstName} ${fields.lastName}, role ${fields.role}; one-time password given`,
    data: { ...fields },
    who: actor,
    now,
  })
  const how = alone ? ', without a second administrator' : ''
  const notice = `${actor.fullName} created your user and gave you a one-time password${how}.`
  await notifyUser(tx, row.id, notice, now, holdEndsAt(now))
  if (alone) await notifyAllUsers(tx, `${actor.fullName} created the user ${userName}${how}.`, now, row.id)
  const authorisations = Object.fromEntries(
    [...held].map(([target, rights]) => [readAuthorisationTarget(target).functionId, rights]),
  )
  const after: NewUserRights = { queues: [...queues], authorisations }
  const change = { kind: 'new user', target: userName, before: NO_RIGHTS, after } as const
  const hasRights = queues.length > 0 || held.size > 0
  const rights = hasRights ? await requestChange(context, change) : null
  return { userId: row.id, userName, rights }
}

/** Names that differ only in capital letters would be mistaken for one another. */
async function nameTaken(tx: Transaction, userName: string): Promise<string | null> {
  const [row] = await tx
    .select({ userName: appUser.userName })
    .from(appUser)
    .where(eq(sql`lower(${appUser.userName})`, userName.toLowerCase()))
    .limit(1)
  return row?.userName ?? null
}

/** Why no user is created under a name that waits in another user's request: its rights would go to another person. */
async function whyWaited(tx: Transaction, userName: string): Promise<string | null> {
  const { kind, target, requestedBy, decision } = pendingChange
  const rows = await tx
    .select({ kind, target, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(isNull(decision), inArray(kind, ['user', 'authorisation'])))
  for (const row of rows) {
    const name = changeKind(row.kind).userName(row.target)
    if (name?.toLowerCase() !== userName.toLowerCase()) continue
    const by = row.firstName === null ? 'the command line' : `${row.firstName} ${row.lastName}`.trim()
    return `A user ${name} is already pending, requested by ${by}. Have that decided under "Pending second approval" first, or choose another user name.`
  }
  return null
}

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
  context: UserWriteContext,
  { userId, seen, fields: given }: UserChange,
): Promise<string> {
  const { tx, actor, now } = context
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
    await recordAct(tx, userSubject(user.id), {
      name: 'change user',
      to: inAdministration('CHANGED', 'success'),
      log: `User ${user.userName} changed. ${words.join('; ')}`,
      data: { changed: words },
      who: actor,
      now,
    })
  }
  if (alone) {
    const what = `changed the name of the user ${user.userName} without a second administrator`
    await notifyAllUsers(tx, `${actor.fullName} ${what}.`, now, actor.id)
  }
  if (!waits) return `User ${user.userName} saved`
  const after = { firstName: fields.firstName, lastName: fields.lastName }
  const becomes = await requestUserChange(context, user.userName, after)
  return `${atOnce.length > 0 ? `User ${user.userName} saved. ` : ''}Name of ${user.userName}: ${becomes}`
}
