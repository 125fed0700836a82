import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'

/** The draft that an invoice was made of; null for one of a former system. @throws DomainError 'not-found' */
export async function draftOfInvoice(read: Read, invoiceId: number): Promise<number | null> {
  const [row] = await read
    .select({ draftId: invoice.draftTransactionId })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  return row.draftId
}
