import type { Read } from 'db/database'
import { invoiceRow, invoiceTally } from 'db/schema/invoices'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import type { SqlColumn, SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { SqlTally } from '~/platform/lists/sql-list-definition.server'
import type { InvoiceRow } from './invoice-row'
import { invoiceRows } from './invoice-rows.server'

const amount = (hundredths: SQLWrapper): SqlColumn => ({
  kind: 'number',
  sql: sql`round(${hundredths} / 100.0, 2)`,
  hundredths,
  required: true,
  sum: true,
})

const columns: SqlColumns = {
  id: { kind: 'number', sql: invoiceRow.id, required: true },
  provider: { kind: 'text', sql: invoiceRow.provider, lower: invoiceRow.lowerProvider, required: true },
  settling_entity: {
    kind: 'text',
    sql: invoiceRow.settlingEntity,
    lower: invoiceRow.lowerSettling,
    required: true,
  },
  expense_type: { kind: 'text', sql: invoiceRow.expenseType, lower: invoiceRow.lowerExpense, required: true },
  routine_type_name: { kind: 'text', sql: invoiceRow.routineType, lower: invoiceRow.lowerRoutine },
  invoice_date: { kind: 'day', sql: invoiceRow.invoiceDate, required: true },
  invoice_ref: { kind: 'text', sql: invoiceRow.invoiceRef, lower: invoiceRow.lowerRef, required: true },
  currency: { kind: 'text', sql: invoiceRow.currency, lower: invoiceRow.lowerCurrency, required: true },
  gross_amount: amount(invoiceRow.grossHundredths),
  due_date: { kind: 'day', sql: invoiceRow.dueDate },
  taxes: amount(invoiceRow.taxesHundredths),
  net_amount: amount(invoiceRow.netHundredths),
  event_date: { kind: 'instant', sql: invoiceRow.eventDate, required: true },
  event_log: {
    kind: 'text',
    sql: invoiceRow.eventLog,
    sorted: invoiceRow.logOrder,
    required: true,
  },
  event_status: { kind: 'text', sql: invoiceRow.eventStatus, lower: invoiceRow.lowerStatus, required: true },
}

const tally: SqlTally = {
  from: invoiceTally,
  columns: {
    event_status: 'event_status',
    routine_type_name: 'routine_type',
    expense_type: 'expense_type',
    settling_entity: 'settling_entity',
    provider: 'provider',
    invoice_date: 'invoice_date',
    due_date: 'due_date',
  },
  tallied: invoiceTally.tallied,
  value: invoiceTally.value,
  also: { currency: invoiceTally.currency, event_status: invoiceTally.eventStatus },
  unit: invoiceTally.currency,
  count: invoiceTally.invoices,
  sums: {
    gross_amount: sql`${invoiceTally.grossHundredths} / 100`,
    taxes: sql`${invoiceTally.taxesHundredths} / 100`,
    net_amount: sql`${invoiceTally.netHundredths} / 100`,
  },
}

/** All invoices, as the Invoice Log shows them. Amounts add up by currency. */
export function invoiceList(read: Read, timeZone: string): List<InvoiceRow> {
  const rows = (ids: readonly number[]) => invoiceRows(read, ids)
  return sqlList(read, { ...DEFINITION, from: sql`${invoiceRow}`, tally, rows }, timeZone)
}

/** Some of the invoices, with more of each than the log tells. */
interface JoinedInvoices<Row> {
  /** Inner join of `invoice_row`: one row at most for each invoice. */
  join: SQL
  columns: SqlColumns
  rows(ids: readonly number[]): Promise<Row[]>
}

/** The invoices that a join finds, sorted, filtered and grouped like the log, and by its columns. */
export function joinedInvoiceList<Row extends InvoiceRow>(
  read: Read,
  timeZone: string,
  { join, columns: more, rows }: JoinedInvoices<Row>,
): List<Row> {
  const from = sql`${invoiceRow} ${join}`
  return sqlList<Row>(read, { ...DEFINITION, columns: { ...columns, ...more }, from, rows }, timeZone)
}

const DEFINITION = {
  columns,
  key: invoiceRow.id,
  unit: invoiceRow.currency,
  search: invoiceRow.search,
  keyOf: ({ id }: InvoiceRow) => id,
}
