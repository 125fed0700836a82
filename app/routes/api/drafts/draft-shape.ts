import type { Read } from 'db/database'
import { z } from 'zod'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { aBoolean, aDay, aNumber, anAmount, anId, anInstant, aText } from '~/http/calls/answers'
import { FILE_TYPES } from '~/platform/files/file-types'

/** Draft transaction (detail) of the specification, section 3: references are ids. */
export const aDraft = z
  .object({
    id: anId,
    revision: aNumber.describe('Counts its changes: sent back, it makes sure that nobody else changed it.'),
    isSupplierFund: aBoolean,
    invoicedLegalEntity: anId.nullable().describe('Supplier company.'),
    invoicedFundLegalEntity: anId.nullable().describe('Supplier fund.'),
    settlementLegalEntity: anId.nullable().describe('Invoiced legal entity.'),
    settlingLegalEntity: anId.nullable(),
    expenseType: anId.nullable(),
    routineType: anId.nullable(),
    invoiceRef: aText.nullable(),
    invoiceDate: aDay.nullable(),
    receivedDate: aDay.nullable(),
    glDate: aDay.nullable(),
    dueDate: aDay.nullable(),
    paymentDate: aDay.nullable(),
    serviceFrom: aDay.nullable(),
    serviceTo: aDay.nullable(),
    currency: aText.nullable(),
    grossAmount: anAmount.nullable(),
    taxes: anAmount.nullable(),
    netAmount: anAmount.nullable().describe('Gross less taxes.'),
    prePaid: aBoolean,
    alreadyPaid: aBoolean,
    excludeFromCash: aBoolean,
    allocationRule: aText.nullable(),
    postingFilter: aText.nullable(),
    transactionComment: aText,
    validatingUserA: anId.nullable(),
    validatingUserB: anId.nullable(),
    validationDateA: aDay.nullable(),
    validationDateB: aDay.nullable(),
    draft_transaction_id: anId,
    recreatedFrom: anId.nullable().describe('The cancelled invoice that it was made of again.'),
    file_name: aText.nullable().describe("The supplier's PDF."),
    creationDate: anInstant,
    updateDate: anInstant,
  })
  .meta({ id: 'Draft' })

/** Another draft or invoice that may be the same bill. */
export const aDuplicate = z
  .object({
    kind: z.enum(['draft', 'invoice']),
    id: anId,
    why: aText.describe('Such as "same file" or "same supplier and reference".'),
    text: aText.describe('It in words.'),
  })
  .meta({ id: 'Duplicate' })

/**
 * One draft by the fields of the specification (section 3: draft transaction, detail); references are ids. `revision`,
 * sent back with a change, makes sure that nobody else changed it in between.
 */
export async function draftShape(read: Read, draftId: number) {
  const { createdBy, ...draft } = await draftById(read, draftId)
  const [file] = await documentsOf(read, {
    objectKind: 'draft',
    objectId: draftId,
    fileTypes: [FILE_TYPES.invoice],
  })
  return { ...draft, draft_transaction_id: draftId, file_name: file?.fileName ?? null }
}
