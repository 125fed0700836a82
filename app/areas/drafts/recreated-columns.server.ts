import type { draft } from 'db/schema/drafts'
import type { invoice } from 'db/schema/invoices'

/** The draft of an invoice that begins anew: its fields and amounts, and nobody's validation. */
export function recreatedColumns(from: typeof invoice.$inferSelect): Partial<typeof draft.$inferInsert> {
  const {
    id,
    draftTransactionId,
    refKey,
    feesType,
    validatingUserA,
    validatingUserB,
    validationDateA,
    validationDateB,
    createdBy,
    creationDate,
    ...same
  } = from
  return { ...same, recreatedFrom: id }
}
