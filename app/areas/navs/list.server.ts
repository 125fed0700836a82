import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import {
  fieldsOfRows,
  fromSql,
  inner,
  type ListTables,
  left,
  listedColumns,
} from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { localTime } from '~/platform/values/day'
import { NAV_DECLARED, NAV_ROW, type NavRow, navRow } from './fields.server'
import { navColumns } from './list'

const TABLES: ListTables = {
  table: fundNav,
  joins: [
    inner(fund, eq(fund.id, fundNav.fundId)),
    inner(workflowInstance, eq(workflowInstance.objectId, fundNav.id)),
    left(navControl, eq(navControl.id, fundNav.currentControlId)),
    left(appUser, eq(appUser.id, navControl.userId)),
  ],
}

/** Columns of NAV Controls, and those that only its call has. */
export const NAV_FIELDS = listedColumns(navColumns(NAV_DECLARED), NAV_ROW)

/** All NAVs, each with its status. */
export function navList(context: Context): List<NavRow> {
  const fields = navRow(localTime(context))
  return sqlList(context, {
    columns: sqlColumns(NAV_FIELDS, fields),
    from: fromSql(TABLES),
    key: fundNav.id,
    keyOf: (row) => row.fundnavid,
    rows: (ids) => fieldsOfRows(context.read, TABLES, fields, inArray(fundNav.id, [...ids])),
  })
}
