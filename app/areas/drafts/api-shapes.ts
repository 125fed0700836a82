import type { Read } from 'db/database'
import { z } from 'zod'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { aBoolean, aDay, aNumber, anAmount, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'
import { FILE_TYPES } from '~/platform/files/file-types'
import { draftById } from './draft-by-id.server'

const aName = aText.nullable()

/** Draft invoice row of the specification, section 3. */
export const aDraftRow = z
  .object({
    id: anId,
    legal_entity_name: aName.describe('Supplier company.'),
    invoice_fund_legal_entity_name: aName.describe('Supplier fund.'),
    supplier_jurisdiction: aName,
    invoice_entity: aName.describe('Supplier company or fund, whichever it is.'),
    invoiced_legal_entity_name: aName,
    settling_entity: aName,
    category: aName,
    expense_type: aName,
    routine_type_name: aName,
    allocation_rule: aName,
    pre_paid: aBoolean,
    received_date: aDay.nullable(),
    gl_date: aDay.nullable(),
    invoice_date: aDay.nullable(),
    due_date: aDay.nullable(),
    invoice_ref: aName,
    currency: aName,
    gross_amount: anAmount.nullable(),
    taxes: anAmount.nullable(),
    net_amount: anAmount.nullable(),
    validating_user_a: aName,
    validating_user_b: aName,
    exclude_from_cash: aBoolean,
    posting_filter: aName,
    transaction_comment: aText,
    username: aText.describe('Created by: full name, or SYSTEM.'),
    last_user: aText,
    creation_date: anInstant,
    update_date: anInstant,
    event_log: aText.describe('Last comment.'),
    event_status: aText,
    event_queue: aText,
    event_class: anEventClass,
  })
  .meta({ id: 'DraftRow' })

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
