import { appUser, session } from 'db/schema/access'
import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { FUNCTION_IDS, type FunctionId } from '~/areas/access/actor'
import { ONE_TIME_HOURS } from '~/areas/access/one-time-password'
import { livingAt } from '~/areas/access/session-rows.server'
import { concernsUser } from '~/platform/approvals/change-kind.server'
import type { List } from '~/platform/lists/list'
import { expressionsOf, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context, ReadAt } from '~/platform/values/context.server'
import { fieldsOf } from '~/ui/grid/columns'
import { functionColumns, userColumns } from './list'
import type { FunctionRights, UserRow, UserState } from './user'
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

const RIGHTS = Object.fromEntries(FUNCTION_IDS.map((id) => [id, held(id)])) as Record<FunctionId, SQL<string>>

const stateAt = (now: Date) => sql<UserState>`(case when ${appUser.disabledAt} is not null then 'DISABLED'
  when ${appUser.passwordHash} is null then 'NO PASSWORD'
  when not ${appUser.mustChangePassword} then 'ACTIVE'
  when ${appUser.passwordSetAt} + ${`${ONE_TIME_HOURS} hours`}::interval > ${now.toISOString()}::timestamptz
    then 'ONE-TIME PASSWORD'
  else 'PASSWORD EXPIRED' end)`

const shownAt = (now: Date) => ({
  id: appUser.id,
  user_name: appUser.userName,
  first_name: appUser.firstName,
  last_name: appUser.lastName,
  role: appUser.role,
  homepage: appUser.homepage,
  queues,
  state: stateAt(now),
  waiting,
  created_at: appUser.createdAt,
  last_seen: lastSeenAt(now).mapWith(appUser.createdAt),
  ...RIGHTS,
})

const COLUMNS = [
  ...userColumns(),
  ...functionColumns(FUNCTION_IDS.map((id) => ({ id, name: id }))),
  ...fieldsOf({ id: 'number' }),
]

const columnsAt = (now: Date) =>
  sqlColumns(
    COLUMNS,
    expressionsOf(shownAt(now), (id) => ({
      required: id !== 'last_seen',
      unsearched: id in RIGHTS || id === 'state',
    })),
  )

/** All users, disabled ones too. */
export function userList(context: Context): List<UserRow> {
  return sqlList(context, {
    columns: columnsAt(context.now),
    from: sql`${appUser}`,
    key: appUser.id,
    keyOf: ({ id }) => id,
    rows: (ids) => userRows(context, ids),
  })
}

/** Users of these ids as lists show them, in any order. */
export async function userRows({ read, now }: ReadAt, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  const rows = await read
    .select(shownAt(now))
    .from(appUser)
    .where(inArray(appUser.id, [...ids]))
  return rows as UserRow[]
}
