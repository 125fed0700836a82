import { appUser, session } from 'db/schema/access'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { FUNCTION_IDS, type FunctionId } from '~/areas/access/actor'
import { ONE_TIME_HOURS } from '~/areas/access/one-time-password'
import { livingAt } from '~/areas/access/session-rows.server'
import { concernsUser } from '~/platform/approvals/change-kind.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import type { FunctionRights, UserState } from './user'
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

const rightTo = (functionId: FunctionId) => ({
  kind: 'text' as const,
  sql: held(functionId),
  required: true as const,
  unsearched: true,
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

/**
 * The fields of a user as lists show them; for each function what they may do: "may open, add, update", '' for nothing.
 */
export const userRow = (now: Date) =>
  ({
    id: { kind: 'id', sql: appUser.id, required: true, listed: true },
    user_name: { kind: 'text', sql: appUser.userName, required: true },
    first_name: { kind: 'text', sql: appUser.firstName, required: true },
    last_name: { kind: 'text', sql: appUser.lastName, required: true },
    role: { kind: 'text', sql: appUser.role, required: true },
    homepage: { kind: 'text', sql: appUser.homepage, required: true },
    /** "ACCOUNTANT, TEAM LEADER" */
    queues: { kind: 'text', sql: queues, required: true },
    state: { kind: 'text', sql: stateAt(now), required: true, unsearched: true },
    /** Changes of queues and authorisations that wait for a second person. */
    waiting: { kind: 'count', sql: waiting, required: true },
    created_at: { kind: 'instant', sql: appUser.createdAt, required: true },
    /** The last request of a session that is not over; null without one. */
    last_seen: { kind: 'instant', sql: lastSeenAt(now).mapWith(appUser.createdAt) },
    ...RIGHTS,
  }) satisfies ListFields

export type UserRow = RowOf<ReturnType<typeof userRow>>
