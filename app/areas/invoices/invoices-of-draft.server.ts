import type { Read } from 'db/database'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { asc, eq, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { joinedInvoiceList } from './invoice-list.server'
import type { InvoiceRow } from './invoice-row'
import { invoiceRows } from './invoice-rows.server'

/** The invoices that were made of a draft, in the order of its cost lines. */
export async function invoicesOfDraft(read: Read, draftId: number): Promise<InvoiceRow[]> {
  const made = await read
    .select({ id: invoice.id })
    .from(invoice)
    .where(eq(invoice.draftTransactionId, draftId))
    .orderBy(asc(invoice.id))
  const ids = made.map(({ id }) => id)
  const rows = await invoiceRows(read, ids)
  return rows.sort((a, b) => a.id - b.id)
}

/** The same as a list that is sorted, filtered, grouped and added up like the Invoice Log. */
export function draftInvoiceList(read: Read, draftId: number, timeZone: string): List<InvoiceRow> {
  const made = sql.identifier('made')
  return joinedInvoiceList<InvoiceRow>(read, timeZone, {
    join: sql`join ${invoice} ${made} on ${made}.id = ${invoiceRow.id} and ${made}.draft_transaction_id = ${draftId}`,
    columns: {},
    rows: (ids) => invoiceRows(read, ids),
  })
}
