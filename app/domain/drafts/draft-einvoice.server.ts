import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { draftEInvoice } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import { fullName } from '~/domain/access/full-name.server'
import type { EInvoiceFields } from '~/domain/einvoices/contract'

/** What the e-invoice inside a draft's PDF said when it was uploaded. */
export interface StoredEInvoice {
  format: string
  profile: string | null
  /** Each with where in the XML it stands. */
  fields: EInvoiceFields
  /** What does not add up, in a sentence; null when everything does. */
  fault: string | null
  /** True while its totals hold "Send to check": somebody must confirm them with a comment. */
  awaitsConfirmation: boolean
  /** Full name. */
  confirmedBy: string | null
  confirmedAt: Date | null
  confirmComment: string | null
}

/** The e-invoice of a draft; null without one. */
export async function eInvoiceOf(read: Read, draftId: number): Promise<StoredEInvoice | null> {
  const [row] = await read
    .select({
      format: draftEInvoice.format,
      profile: draftEInvoice.profile,
      fields: draftEInvoice.fields,
      addsUp: draftEInvoice.addsUp,
      fault: draftEInvoice.fault,
      confirmedBy: fullName,
      confirmedAt: draftEInvoice.confirmedAt,
      confirmComment: draftEInvoice.confirmComment,
    })
    .from(draftEInvoice)
    .leftJoin(appUser, eq(appUser.id, draftEInvoice.confirmedBy))
    .where(eq(draftEInvoice.draftId, draftId))
  if (!row) return null
  const { addsUp, fields, ...same } = row
  return {
    ...same,
    fields: fields as EInvoiceFields,
    awaitsConfirmation: !addsUp && row.confirmedAt === null,
  }
}
