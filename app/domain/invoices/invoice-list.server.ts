import type { Read } from 'db/doors'
import { invoice, invoiceRow, invoiceTally } from 'db/schema/invoices'
import { expenseType } from 'db/schema/lookups'
import { workflowEvent } from 'db/schema/workflow'
import { eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { List } from '~/domain/lists/list'
import type { SqlColumn, SqlColumns } from '~/domain/lists/sql-columns.server'
import { sqlList } from '~/domain/lists/sql-list.server'
import type { SqlTally } from '~/domain/lists/sql-tally.server'
import type { EventClass } from '~/domain/workflow/types'
import { invoicedEntity, supplier } from './invoice-names.server'
import type { InvoiceRow } from './invoice-row'

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
  return sqlList(
    read,
    {
      columns,
      from: sql`${invoiceRow}`,
      key: invoiceRow.id,
      unit: invoiceRow.currency,
      search: invoiceRow.search,
      tally,
      keyOf: ({ id }) => id,
      rows: (ids) => rowsOf(read, ids),
    },
    timeZone,
  )
}

/** Who did what happened last. */
const lastUser = sql<string>`(select e.who_name from ${workflowEvent} e where e.object_id = ${invoiceRow.id}
  order by e.seq desc limit 1)`

async function rowsOf(read: Read, ids: readonly number[]): Promise<InvoiceRow[]> {
  const rows = await read
    .select({
      id: invoiceRow.id,
      draft_transaction_id: invoice.draftTransactionId,
      provider: invoiceRow.provider,
      isSupplierFund: invoice.isSupplierFund,
      supplier_jurisdiction: supplier.jurisdiction,
      invoiced_legal_entity_name: invoicedEntity.name,
      settling_entity: invoiceRow.settlingEntity,
      category: expenseType.category,
      expense_type: invoiceRow.expenseType,
      routine_type_name: invoiceRow.routineType,
      invoice_ref: invoiceRow.invoiceRef,
      invoice_date: invoiceRow.invoiceDate,
      due_date: invoiceRow.dueDate,
      currency: invoiceRow.currency,
      gross_amount: invoice.grossAmount,
      taxes: invoice.taxes,
      net_amount: invoice.netAmount,
      event_date: invoiceRow.eventDate,
      event_log: invoiceRow.eventLog,
      event_status: invoiceRow.eventStatus,
      event_queue: invoiceRow.eventQueue,
      event_class: invoiceRow.eventClass,
      last_user: lastUser,
    })
    .from(invoiceRow)
    .innerJoin(invoice, eq(invoice.id, invoiceRow.id))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .where(inArray(invoiceRow.id, [...ids]))
  return rows.map(({ isSupplierFund, event_class, ...row }) => ({
    ...row,
    legal_entity_name: isSupplierFund ? null : row.provider,
    invoice_fund_legal_entity_name: isSupplierFund ? row.provider : null,
    event_class: event_class as EventClass,
  }))
}
