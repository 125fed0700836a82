import { oversightReport } from 'db/schema/oversight'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { fieldsOfRows, fromSql, inner, type ListTables } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import type { Context } from '~/platform/values/context.server'
import { REPORT_DECLARED, REPORT_ROW, type ReportRow } from './fields.server'

/** Columns of oversight reports. */
export const REPORT_COLUMNS = columnsOfFields<ReportRow>(REPORT_DECLARED)

const TABLES: ListTables = {
  table: oversightReport,
  joins: [inner(workflowInstance, eq(workflowInstance.objectId, oversightReport.id))],
}

/** All oversight reports. */
export function reportList(context: Context): List<ReportRow> {
  const { read } = context
  return sqlList<ReportRow>(context, {
    columns: sqlColumns(REPORT_COLUMNS, REPORT_ROW),
    from: fromSql(TABLES),
    key: oversightReport.id,
    keyOf: ({ id }) => id,
    rows: async (ids) =>
      ids.length === 0 ? [] : fieldsOfRows(read, TABLES, REPORT_ROW, inArray(oversightReport.id, [...ids])),
  })
}
