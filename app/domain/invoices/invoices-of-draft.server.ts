import type { Read } from 'db/doors'
import { invoice } from 'db/schema/invoices'
import { asc, eq } from 'drizzle-orm'
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
