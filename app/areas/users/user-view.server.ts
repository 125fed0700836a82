import type { Read } from 'db/database'
import { apiToken, appUser, session } from 'db/schema/access'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { tokenInForce } from '~/areas/access/api-tokens.server'
import { livingAt } from '~/areas/access/session-rows.server'
import type { UserContext } from '~/areas/access/user-context'
import { concernsUser } from '~/platform/approvals/change-kind.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { PENDING_DECLARED, type WaitingChange } from '~/platform/approvals/pending-fields.server'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { userObjectId } from '~/platform/workflow/record-act.server'
import type { UserRow } from './fields.server'
import { readAuthorisations, readUsers } from './import-users.server'
import { userRows } from './list.server'
import { isTrusted, resetTarget } from './reset-access.server'
import { readAuthorisationTarget } from './user'
import type { GrantedRights } from './user-fields'

/** All that the page of a user shows. */
export interface UserView {
  user: UserRow
  queues: string[]
  rights: GrantedRights
  /** The changes that wait for a second person, in the order in which they were requested. */
  waiting: WaitingChange[]
  /** The columns of their list. */
  declared: readonly DeclaredColumn[]
  /** How many of their sessions and personal tokens are in force. */
  sessions: number
  tokens: number
  /** Linked to a person of single sign-on. */
  isLinked: boolean
  /** Another administrator approves before their access is restored, or their name changes. */
  isTrusted: boolean
  /** Disabled, and to be enabled when another administrator approves it. */
  isToBeEnabled: boolean
  history: HistoryEvent[]
  /** The reader is this user: no one changes their own rights. */
  isOwn: boolean
}

/** @throws DomainError not-found */
export async function userView(context: UserContext, userId: number): Promise<UserView> {
  const { read, now, actor } = context
  const [user] = userId > LARGEST_INTEGER ? [] : await userRows(context, [userId])
  if (!user) throw new DomainError('not-found', 'There is no such user. Go back to the list.')
  const { id, user_name: userName } = user
  const [rights, waiting, sessions, tokens, linked, trusted, history] = await Promise.all([
    rightsOf(read, user.user_name),
    pendingChanges(read, concernsUser(user.user_name)),
    read.$count(session, and(eq(session.userId, userId), livingAt(now))),
    read.$count(apiToken, and(eq(apiToken.userId, userId), tokenInForce(now))),
    read.$count(appUser, and(eq(appUser.id, userId), isNotNull(appUser.signOnSubject))),
    isTrusted(read, { id, userName }),
    historyOf(read, userObjectId(userId)),
  ])
  return {
    user,
    queues: user.queues === '' ? [] : user.queues.split(', '),
    rights,
    waiting: waiting.map(({ before, after, ...change }) => change),
    declared: PENDING_DECLARED,
    sessions,
    tokens,
    isLinked: linked > 0,
    isTrusted: trusted,
    isToBeEnabled: waiting.some(
      ({ kind, target }) => kind === 'reset' && target === resetTarget('enable', userName),
    ),
    history,
    isOwn: actor.id === userId,
  }
}

/** What a user of this name may do with which function; empty where there is no such user. */
export async function rightsOf(read: Read, userName: string): Promise<GrantedRights> {
  const held = await readAuthorisations(read, [userName])
  return Object.fromEntries(
    [...held].map(([target, rights]) => [readAuthorisationTarget(target).functionId, rights]),
  )
}

export interface ListedUser {
  userName: string
  fullName: string
  role: string
  queues: string[]
  disabled: boolean
  hasPassword: boolean
}

/** All users, by name. */
export async function listUsers(read: Read): Promise<ListedUser[]> {
  const [users, rows] = await Promise.all([
    readUsers(read),
    read
      .select({
        userName: appUser.userName,
        disabled: sql<boolean>`${appUser.disabledAt} is not null`,
        hasPassword: sql<boolean>`${appUser.passwordHash} is not null`,
      })
      .from(appUser)
      .orderBy(asc(appUser.userName)),
  ])
  return rows.flatMap((row) => {
    const user = users.get(row.userName)
    if (!user) return []
    return [
      { ...row, fullName: `${user.firstName} ${user.lastName}`.trim(), role: user.role, queues: user.queues },
    ]
  })
}
