import { appUser, session } from 'db/schema/access'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { FUNCTION_IDS, type FunctionId } from '~/areas/access/actor'
import { ONE_TIME_HOURS } from '~/areas/access/one-time-password'
import { livingAt } from '~/areas/access/session-rows.server'
import type { FunctionChoice } from '~/areas/access/users.server'
import { concernsUser } from '~/platform/approvals/change-kind.server'
import {
  type DeclaredColumn,
  declaredColumns,
  type ListFields,
  type RowOf,
} from '~/platform/lists/list-fields.server'
import { type FunctionRights, USER_STATES, type UserState } from './user'
import { MAY_NOT_OPEN, MAY_OPEN } from './user-fields'

/** `rightSentence` as a database expression, for searches in the rows. */
export const foundSentence = (held: Readonly<Record<keyof FunctionRights, SQLWrapper>>) =>
  sql<string>`concat_ws(', ', ${MAY_OPEN}::text, case when ${held.add} then 'add' end,
    case when ${held.update} then 'update' end, case when ${held.delete} then 'delete' end)`

export const foundClosed = sql<string>`${MAY_NOT_OPEN}::text`

// Look-ups for the displayed rows only: most queries sort and filter by columns of the user alone.
const queues = sql<string>`coalesce((select string_agg(q.queue, ', ' order by q.queue collate "C")
  from user_queue q where q.user_id = ${appUser.id}), '')`

const waiting = sql<number>`(select count(*)::int from pending_change change
  where change.decision is null and ${concernsUser(appUser.userName)})`

const lastSeenAt = (now: Date) => sql<Date | null>`(select max(${session.lastSeenAt}) from ${session}
  where ${session.userId} = ${appUser.id} and ${livingAt(now)})`

const held = (
  functionId: FunctionId,
) => sql<string>`coalesce((select ${foundSentence({ add: sql`a.may_add`, update: sql`a.may_update`, delete: sql`a.may_delete` })}
  from authorisation a where a.user_id = ${appUser.id} and a.function_id = ${functionId}), '')`

/** What users may do with a function: "may open, add, update", '' for nothing. */
const rightTo = (functionId: FunctionId, name: string = functionId) => ({
  kind: 'text' as const,
  sql: held(functionId),
  required: true as const,
  unsearched: true,
  column: { header: name, size: 134, meta: { wrap: true } },
})

const RIGHTS = Object.fromEntries(FUNCTION_IDS.map((id) => [id, rightTo(id)])) as Record<
  FunctionId,
  ReturnType<typeof rightTo>
>

const stateAt = (now: Date) => sql<UserState>`(case when ${appUser.disabledAt} is not null then 'DISABLED'
  when ${appUser.passwordHash} is null then 'NO PASSWORD'
  when not ${appUser.mustChangePassword} then 'ACTIVE'
  when ${appUser.passwordSetAt} + ${`${ONE_TIME_HOURS} hours`}::interval > ${now.toISOString()}::timestamptz
    then 'ONE-TIME PASSWORD'
  else 'PASSWORD EXPIRED' end)`

const personRow = (now: Date) =>
  ({
    id: { kind: 'id', sql: appUser.id, required: true, listed: true },
    user_name: {
      kind: 'text',
      sql: appUser.userName,
      required: true,
      column: { header: 'User name', enableGrouping: false, meta: { phone: 'object' } },
    },
    first_name: {
      kind: 'text',
      sql: appUser.firstName,
      required: true,
      column: { header: 'First name', size: 130 },
    },
    last_name: {
      kind: 'text',
      sql: appUser.lastName,
      required: true,
      column: { header: 'Last name', size: 130 },
    },
    role: {
      kind: 'text',
      sql: appUser.role,
      required: true,
      column: { header: 'Role', meta: { phone: 'name' } },
    },
    homepage: {
      kind: 'text',
      sql: appUser.homepage,
      required: true,
      column: { header: 'Homepage', size: 150 },
    },
    /** "ACCOUNTANT, TEAM LEADER" */
    queues: {
      kind: 'text',
      sql: queues,
      required: true,
      column: { header: 'Queues', meta: { phone: 'next' } },
    },
    state: {
      kind: 'text',
      sql: stateAt(now),
      required: true,
      unsearched: true,
      column: {
        header: 'State',
        size: 170,
        meta: {
          kind: 'badge',
          filter: 'select',
          options: USER_STATES.map((value) => ({ value, label: value })),
          phone: 'status',
        },
      },
    },
    /** Changes of queues and authorisations that wait for a second person. */
    waiting: {
      kind: 'count',
      sql: waiting,
      required: true,
      column: { header: 'Pending', look: 'id', size: 70, meta: { title: 'Pending second approval' } },
    },
    created_at: {
      kind: 'instant',
      sql: appUser.createdAt,
      required: true,
      column: { header: 'Created', meta: { hiddenByDefault: true } },
    },
    /** The last request of a session that is not over; null without one. */
    last_seen: {
      kind: 'instant',
      sql: lastSeenAt(now).mapWith(appUser.createdAt),
      column: { header: 'Last seen', meta: { title: 'Last request of an active session' } },
    },
  }) satisfies ListFields

/** The fields of a user as lists show them, with what they may do with each function. */
export const userRow = (now: Date) => ({ ...personRow(now), ...RIGHTS }) satisfies ListFields

export type UserRow = RowOf<ReturnType<typeof userRow>>

const PERSON = personRow(new Date(0))

/** The columns of Users: who they are, and whether they can log in. */
export const USER_DECLARED = declaredColumns(PERSON, [
  'user_name',
  'first_name',
  'last_name',
  'role',
  'queues',
  'homepage',
  'state',
  'waiting',
  'last_seen',
  'created_at',
])

/** The columns of the authorisations of all users: one for each function. */
export function rightsDeclared(functions: readonly FunctionChoice[]): DeclaredColumn[] {
  const { user_name, role, queues, state, waiting } = PERSON
  return declaredColumns({
    user_name,
    role: { ...role, column: { header: 'Role', meta: { phone: 'name' } } },
    queues: {
      ...queues,
      column: { header: 'Queues', look: 'slim', meta: { hiddenByDefault: true, phone: 'next' } },
    },
    ...Object.fromEntries(functions.map(({ id, name }) => [id, rightTo(id, name)])),
    state,
    waiting,
  })
}
