import type { Read } from 'db/database'
import { bookedTaxes } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { recoverableShare } from '~/areas/expenses/recoverable-vat.server'
import { allTaxes, splitTaxes, type TaxedAmounts, type TaxesSplit } from '~/areas/expenses/taxes'
import type { TransactionAt } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'

/** What decides how the taxes of an invoice are booked. */
interface TaxedInvoice extends TaxedAmounts {
  id: number
  settlingEntityId: number
  invoiceDate: Day
  glDate: Day | null
}

export interface InvoiceTaxes extends TaxesSplit {
  /** Whether the loader has it so. Before an invoice is booked, it is what its loader would have. */
  booked: boolean
}

/**
 * How the taxes of an invoice are booked: as its loader has it, or, before it is booked, by the share of its settling
 * entity on the GL date (the invoice date where there is none).
 */
export async function taxesOf(read: Read, invoice: TaxedInvoice): Promise<InvoiceTaxes> {
  const [stored] = await read.select().from(bookedTaxes).where(eq(bookedTaxes.invoiceId, invoice.id))
  if (!stored) return { ...(await splitNow(read, invoice)), booked: false }
  const { recoverable, expense, share } = stored
  return {
    share: share === null ? null : plain(new Big(share)),
    recoverable,
    expense,
    booked: true,
    notRecoverable: allTaxes(invoice).minus(recoverable).toFixed(2),
  }
}

async function splitNow(read: Read, invoice: TaxedInvoice): Promise<TaxesSplit> {
  const { settlingEntityId, glDate, invoiceDate } = invoice
  return splitTaxes(invoice, await recoverableShare(read, settlingEntityId, glDate ?? invoiceDate))
}

/** Stores how the taxes of an invoice are booked, so that a later change of the share does not affect it. */
export async function bookTaxes({ tx, now }: TransactionAt, invoice: TaxedInvoice): Promise<TaxesSplit> {
  const split = await splitNow(tx, invoice)
  const { share, recoverable, expense } = split
  const row = { share, recoverable, expense, bookedAt: now }
  await tx
    .insert(bookedTaxes)
    .values({ invoiceId: invoice.id, ...row })
    .onConflictDoUpdate({ target: bookedTaxes.invoiceId, set: row })
  return split
}
