import { z } from 'zod'
import {
  DRAFT_LABELS,
  type DraftField,
  type DraftFields,
  MAX_REFERENCE_LENGTH,
} from '~/areas/expenses/expense'
import { revisionValue } from '~/http/calls/revision'
import { idValue, optionalIdValue } from '~/http/calls/values'
import { formId, formNumber, parseFields, RELOAD } from '~/http/form'
import {
  boxValue,
  moneyValue,
  nearDayValue,
  neededMoneyValue,
  optionalFields,
  optionalTextValue,
  rowIdValue,
  textOfForm,
} from '~/http/typed-values'
import { MAX_PAYMENT_REFERENCE_LENGTH } from '~/platform/values/payment-reference'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { DIVIDING_RULES } from './cost-lines/divide'

/** The forms of drafts, and the bodies of their calls: one schema for both. */

const label = (field: DraftField) => DRAFT_LABELS[field]
const ids = (field: DraftField) => rowIdValue(label(field))
const day = (field: DraftField) => nearDayValue(label(field))
const money = (field: DraftField) => moneyValue(label(field))

/** All fields that people fill in on a draft; a missing or empty one is null, a box that is not ticked false. */
const DraftFormFields = z.object({
  isSupplierFund: boxValue(label('isSupplierFund')),
  invoicedLegalEntity: ids('invoicedLegalEntity'),
  invoicedFundLegalEntity: ids('invoicedFundLegalEntity'),
  settlementLegalEntity: ids('settlementLegalEntity'),
  settlingLegalEntity: ids('settlingLegalEntity'),
  expenseType: ids('expenseType'),
  routineType: ids('routineType'),
  invoiceRef: optionalTextValue(label('invoiceRef'), MAX_REFERENCE_LENGTH),
  invoiceDate: day('invoiceDate'),
  receivedDate: day('receivedDate'),
  glDate: day('glDate'),
  dueDate: day('dueDate'),
  paymentDate: day('paymentDate'),
  serviceFrom: day('serviceFrom'),
  serviceTo: day('serviceTo'),
  currency: optionalTextValue(label('currency'), 3),
  grossAmount: money('grossAmount'),
  taxes: money('taxes'),
  prepaidAmount: money('prepaidAmount'),
  roundingAmount: money('roundingAmount'),
  paymentReference: optionalTextValue(label('paymentReference'), MAX_PAYMENT_REFERENCE_LENGTH),
  correctsRef: optionalTextValue(label('correctsRef'), MAX_REFERENCE_LENGTH),
  collectedBySupplier: boxValue(label('collectedBySupplier')),
  reverseCharge: boxValue(label('reverseCharge')),
  reverseChargeTax: money('reverseChargeTax'),
  prePaid: boxValue(label('prePaid')),
  alreadyPaid: boxValue(label('alreadyPaid')),
  excludeFromCash: boxValue(label('excludeFromCash')),
  allocationRule: optionalTextValue(label('allocationRule'), 50),
  postingFilter: optionalTextValue(label('postingFilter'), 50),
  transactionComment: textOfForm(label('transactionComment'), MAX_COMMENT_LENGTH),
  validatingUserA: ids('validatingUserA'),
  validatingUserB: ids('validatingUserB'),
  validationDateA: day('validationDateA'),
  validationDateB: day('validationDateB'),
}) satisfies z.ZodType<DraftFields>

/** The fields of a draft as its form sent them. @throws DomainError invalid, with a sentence for each field */
export function draftFieldsIn(typed: Readonly<Record<string, string>>): DraftFields {
  return parseFields(typed, DraftFormFields)
}

/** The draft that a call changes, and those of its fields that it names. */
export const DraftCallFields = z.object({
  ...optionalFields(DraftFormFields.shape),
  id: idValue,
  revision: revisionValue,
})

const comment = z.string().max(MAX_COMMENT_LENGTH, 'Comment: write at most 4,000 characters.').default('')

/** The fields that the form of a draft sends in addition. */
export const DraftSaveFields = z.object({ revision: formNumber() })

export const DraftStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  /** The draft as the form showed it. */
  revision: formNumber(),
  eventLog: z.string().max(MAX_COMMENT_LENGTH, 'Message: write at most 4,000 characters.').default(''),
})

/** Sent with the PDF of an invoice. */
export const UploadFields = z.object({ comment })

/** A team leader lets the draft exceed a budget, by the amount that the form showed. */
export const OverrideFields = z.object({
  budgetId: formId(),
  seenEventId: formId(),
  seenExcess: z.string(RELOAD).regex(/^\d{1,20}\.\d\d$/, RELOAD),
  seenCurrency: z.string(RELOAD).max(3, RELOAD),
  comment,
})

export const TotalsFields = z.object({ comment })

/** A team leader lets the draft go on beside what it looks like a duplicate of. */
export const AcceptFields = z.object({ comment })

/** The same by a call. */
export const AcceptCallFields = z.object({
  comment: comment.describe('Why it is not a duplicate; mandatory.'),
})

const lineShape = {
  feesType: textOfForm('Fees type', 50),
  grossAmount: neededMoneyValue('Gross'),
  taxes: moneyValue('Taxes').transform((taxes) => taxes ?? '0.00'),
  comment: textOfForm('Comment', MAX_COMMENT_LENGTH),
}

/** A cost line that is added, or changed where `lineId` names one. */
export const CostLineSaveFields = z.object({
  ...lineShape,
  lineId: formNumber()
    .nullish()
    .transform((id) => id ?? null),
  revision: formNumber(),
})

/** A division among sub-funds, taken as it was shown. */
export const DivideFields = z.object({
  rule: z.enum(DIVIDING_RULES, RELOAD),
  feesType: textOfForm('Fees type', 50),
  seen: z.string(RELOAD).max(64, RELOAD),
  revision: formNumber(),
})

/** The same by a call. */
export const DivideCallFields = z.object({
  rule: z.enum(DIVIDING_RULES, 'Give "rule" as TNA, EQUAL or KEY.'),
  feesType: textOfForm('Fees type', 50),
  seen: z
    .string()
    .max(64)
    .nullish()
    .transform((hash) => hash ?? null),
  revision: revisionValue,
})

export const CostLineDropFields = z.object({
  lineId: formNumber(),
  revision: formNumber(),
})

/** Sent together with the PDF of an upload call. */
export const UploadCallFields = z.object({ comment })

/** A cost line that a call adds, or changes where `id` names one. */
export const CostLineCallFields = z.object({
  ...lineShape,
  id: optionalIdValue,
  transactionDraftId: idValue,
  revision: revisionValue,
})
