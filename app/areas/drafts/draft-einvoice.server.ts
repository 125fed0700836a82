import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { eInvoiceReading, totalsConfirmation } from 'db/schema/drafts'
import { and, asc, eq } from 'drizzle-orm'
import { fullName } from '~/areas/access/full-name.server'
import type { EInvoice, EInvoiceFields } from '~/platform/einvoices/contract'
import { FILE_TYPES } from '~/platform/files/file-types'

/** What the e-invoice of a draft's file says, and who confirmed its totals for this draft. */
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

/**
 * The e-invoice of a draft: that of its file, whether the file was uploaded for it or came with the invoice that it was made
 * of again. Null without one.
 */
export async function eInvoiceOf(read: Read, draftId: number): Promise<StoredEInvoice | null> {
  const { format, profile, fields, addsUp, fault, sha256 } = eInvoiceReading
  const { confirmedAt, confirmedBy, comment: confirmComment } = totalsConfirmation
  const [row] = await read
    .select({
      ...{ format, profile, fields, addsUp, fault, confirmedAt, confirmComment },
      confirmedBy: fullName,
    })
    .from(document)
    .innerJoin(eInvoiceReading, eq(sha256, document.sha256))
    .leftJoin(totalsConfirmation, eq(totalsConfirmation.draftId, document.objectId))
    .leftJoin(appUser, eq(appUser.id, confirmedBy))
    .where(
      and(
        eq(document.objectKind, 'draft'),
        eq(document.objectId, draftId),
        eq(document.fileType, FILE_TYPES.invoice),
      ),
    )
    .orderBy(asc(document.id))
    .limit(1)
  if (!row) return null
  const { addsUp: isRight, fields: found, ...same } = row
  return {
    ...same,
    fields: found as EInvoiceFields,
    awaitsConfirmation: !isRight && row.confirmedAt === null,
  }
}

/** Stores what the e-invoice of a stored file says; the newest reading counts. */
export async function storeEInvoice(
  tx: Transaction,
  sha256: string,
  { format, profile, fields, fault }: EInvoice,
): Promise<void> {
  const reading = { format, profile, fields, addsUp: fault === null, fault }
  await tx
    .insert(eInvoiceReading)
    .values({ sha256, ...reading })
    .onConflictDoUpdate({ target: eInvoiceReading.sha256, set: reading })
}
