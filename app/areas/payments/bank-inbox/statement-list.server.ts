import type { Read } from 'db/database'
import { bankStatement } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { eq, inArray } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { fieldsOfRows, fromSql, inner, type ListTables } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { statementColumns } from './statement-columns'
import { STATEMENT_DECLARED, STATEMENT_ROW, type StatementRow } from './statement-fields.server'

const TABLES: ListTables = {
  table: bankStatement,
  joins: [inner(legalEntity, eq(legalEntity.id, bankStatement.entityId))],
}

/** The statements of our accounts. */
export function statementList(context: Context): List<StatementRow> {
  return sqlList<StatementRow>(context, {
    columns: sqlColumns(statementColumns(STATEMENT_DECLARED), STATEMENT_ROW),
    from: fromSql(TABLES),
    key: bankStatement.id,
    unit: bankStatement.currency,
    keyOf: ({ id }) => id,
    rows: (ids) => statementRows(context.read, ids),
  })
}

async function statementRows(read: Read, ids: readonly number[]): Promise<StatementRow[]> {
  if (ids.length === 0) return []
  return fieldsOfRows(read, TABLES, STATEMENT_ROW, inArray(bankStatement.id, [...ids]))
}
