import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { paymentRun } from 'db/schema/payments'
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
import { columnsOfFields } from '~/platform/page/shown-columns'
import type { Context } from '~/platform/values/context.server'
import { RUN_DECLARED, RUN_ROW, type RunRow } from './fields.server'

/** Columns of Payment runs, and those that only its call has. */
export const RUN_FIELDS = listedColumns(columnsOfFields<RunRow>(RUN_DECLARED), RUN_ROW)

const TABLES: ListTables = {
  table: paymentRun,
  joins: [
    inner(workflowInstance, eq(workflowInstance.objectId, paymentRun.id)),
    inner(appUser, eq(appUser.id, paymentRun.createdBy)),
  ],
}

/** All payment runs. */
export function runList(context: Context): List<RunRow> {
  return sqlList<RunRow>(context, {
    columns: sqlColumns(RUN_FIELDS, RUN_ROW),
    from: fromSql(TABLES),
    key: paymentRun.id,
    keyOf: ({ id }) => id,
    rows: (ids) => runRows(context.read, ids),
  })
}

/** Runs of these ids, in any order. */
export async function runRows(read: Read, ids: readonly number[]): Promise<RunRow[]> {
  if (ids.length === 0) return []
  return fieldsOfRows(read, TABLES, RUN_ROW, inArray(paymentRun.id, [...ids]))
}
