import { appUser } from 'db/schema/access'
import { inArray, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { declaredColumns, fieldsOfRows, listedColumns } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context, ReadAt } from '~/platform/values/context.server'
import { type UserRow, userRow } from './fields.server'
import { userColumns } from './list'

/** All users, disabled ones too. */
export function userList(context: Context): List<UserRow> {
  const fields = userRow(context.now)
  return sqlList(context, {
    columns: sqlColumns(listedColumns(userColumns(declaredColumns(fields)), fields), fields),
    from: sql`${appUser}`,
    key: appUser.id,
    keyOf: ({ id }) => id,
    rows: (ids) => userRows(context, ids),
  })
}

/** Users of these ids as lists show them, in any order. */
export async function userRows({ read, now }: ReadAt, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return fieldsOfRows(read, { table: appUser, joins: [] }, userRow(now), inArray(appUser.id, [...ids]))
}
