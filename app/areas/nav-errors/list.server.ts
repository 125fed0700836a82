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
import { type ErrorRow, errorRow } from './fields.server'
import { ERROR_COLUMNS } from './list'

const TABLES: ListTables = {
  table: navError,
  joins: [
    inner(workflowInstance, eq(workflowInstance.objectId, navError.id)),
    inner(fund, eq(fund.id, navError.fundId)),
  ],
}

export const errorFields = ({ today }: Pick<Context, 'today'>) =>
  listedColumns(ERROR_COLUMNS, errorRow(today))

/** All cases. */
export function errorList(context: Context): List<ErrorRow> {
  const { read, today } = context
  return sqlList<ErrorRow>(context, {
    columns: sqlColumns(errorFields(context), errorRow(today)),
    from: fromSql(TABLES),
    key: navError.id,
    unit: fund.currency,
    keyOf: ({ id }) => id,
    rows: async (ids) =>
      ids.length === 0 ? [] : fieldsOfRows(read, TABLES, errorRow(today), inArray(navError.id, [...ids])),
  })
}
