import { fund } from 'db/schema/lookups'
import { navError } from 'db/schema/nav-errors'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import {
  fieldsOfRows,
  fromSql,
  inner,
  type ListTables,
  listedColumns,
} from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { ERROR_DECLARED, ERROR_ROW, type ErrorRow, errorRow } from './fields.server'
import { errorColumns } from './list'

const TABLES: ListTables = {
  table: navError,
  joins: [
    inner(workflowInstance, eq(workflowInstance.objectId, navError.id)),
    inner(fund, eq(fund.id, navError.fundId)),
  ],
}

/** Columns of NAV errors, and those that only its call has. */
export const ERROR_FIELDS = listedColumns(errorColumns(ERROR_DECLARED), ERROR_ROW)

/** All cases. */
export function errorList(context: Context): List<ErrorRow> {
  const fields = errorRow(context.today)
  return sqlList<ErrorRow>(context, {
    columns: sqlColumns(ERROR_FIELDS, fields),
    from: fromSql(TABLES),
    key: navError.id,
    unit: fund.currency,
    keyOf: ({ id }) => id,
    rows: async (ids) =>
      ids.length === 0 ? [] : fieldsOfRows(context.read, TABLES, fields, inArray(navError.id, [...ids])),
  })
}
