import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { bankEntry } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { bankAnswer, payment } from 'db/schema/payments'
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
import { type BankEntryRow, ENTRY_DECLARED, ENTRY_ROW, entryRow, explainer } from './fields.server'
import { entryColumns } from './list'
import { isOpenEntry } from './stored-entry.server'

const TABLES: ListTables = {
  table: bankEntry,
  joins: [
    inner(workflowInstance, eq(workflowInstance.objectId, bankEntry.id)),
    inner(bankAnswer, eq(bankAnswer.id, bankEntry.answerId)),
    left(legalEntity, eq(legalEntity.id, bankEntry.entityId)),
    left(payment, eq(payment.id, bankEntry.paymentId)),
    left(appUser, eq(appUser.id, bankEntry.ownerId)),
    left(explainer, eq(explainer.id, bankEntry.explainedBy)),
  ],
}

/** Columns of the Bank inbox, and those that only its call has. */
export const ENTRY_FIELDS = listedColumns(entryColumns(ENTRY_DECLARED), ENTRY_ROW)

/** All entries that nothing explained when they arrived, with those explained since. */
export function bankEntryList(context: Context): List<BankEntryRow> {
  return sqlList<BankEntryRow>(context, {
    columns: sqlColumns(ENTRY_FIELDS, entryRow(context.today)),
    from: fromSql(TABLES),
    where: eq(bankEntry.outcome, 'inbox'),
    key: bankEntry.id,
    unit: bankEntry.currency,
    keyOf: ({ id }) => id,
    rows: (ids) => bankEntryRows(context, ids),
  })
}

/** Entries of these ids, in any order. */
export async function bankEntryRows(
  { read, today }: Pick<Context, 'read' | 'today'>,
  ids: readonly number[],
): Promise<BankEntryRow[]> {
  if (ids.length === 0) return []
  return fieldsOfRows(read, TABLES, entryRow(today), inArray(bankEntry.id, [...ids]))
}

/** How many entries nothing explains yet. */
export function countUnexplained(read: Read): Promise<number> {
  return read.$count(bankEntry, isOpenEntry)
}
