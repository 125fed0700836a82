import { appUser } from 'db/schema/access'
import { inArray, sql } from 'drizzle-orm'
import { FUNCTION_IDS } from '~/areas/access/actor'
import type { List } from '~/platform/lists/list'
import { fieldsOfRows, listedColumns } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context, ReadAt } from '~/platform/values/context.server'
import { type UserRow, userRow } from './fields.server'
import { functionColumns, userColumns } from './list'

const COLUMNS = [...userColumns(), ...functionColumns(FUNCTION_IDS.map((id) => ({ id, name: id })))]

/** All users, disabled ones too. */
export function userList(context: Context): List<UserRow> {
  const fields = userRow(context.now)
  return sqlList(context, {
    columns: sqlColumns(listedColumns(COLUMNS, fields), fields),
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
