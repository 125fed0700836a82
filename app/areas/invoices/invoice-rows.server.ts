import type { Read } from 'db/database'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { expenseType } from 'db/schema/lookups'
import { workflowEvent } from 'db/schema/workflow'
import { eq, inArray, sql } from 'drizzle-orm'
import type { EventClass } from '~/platform/workflow/types'
import { invoicedEntity, supplier } from './invoice-names.server'
import type { InvoiceRow } from './invoice-row'

/** Who did what happened last. */
const lastUser = sql<string>`(select e.who_name from ${workflowEvent} e where e.object_id = ${invoiceRow.id}
  order by e.seq desc limit 1)`

/** The rows of these invoices as lists show them, in any order. */
export async function invoiceRows(read: Read, ids: readonly number[]): Promise<InvoiceRow[]> {
  if (ids.length === 0) return []
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
