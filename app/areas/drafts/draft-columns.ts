import type { DraftFields } from './draft'
import { netOf } from './draft-net'

/** The fields of a draft as its row keeps them: one supplier, and the net amount that follows. */
export function draftColumns(fields: DraftFields) {
  const {
    invoicedLegalEntity,
    invoicedFundLegalEntity,
    settlementLegalEntity: invoicedEntityId,
    settlingLegalEntity: settlingEntityId,
    expenseType: expenseTypeId,
    routineType: routineTypeId,
    ...same
  } = fields
  return {
    ...same,
    supplierId: fields.isSupplierFund ? invoicedFundLegalEntity : invoicedLegalEntity,
    invoicedEntityId,
    settlingEntityId,
    expenseTypeId,
    routineTypeId,
    netAmount: netOf(fields.grossAmount, fields.taxes),
  }
}

/** The fields of a draft that has none filled in yet. */
export const EMPTY_DRAFT: DraftFields = {
  isSupplierFund: false,
  invoicedLegalEntity: null,
  invoicedFundLegalEntity: null,
  settlementLegalEntity: null,
  settlingLegalEntity: null,
  expenseType: null,
  routineType: null,
  invoiceRef: null,
  invoiceDate: null,
  receivedDate: null,
  glDate: null,
  dueDate: null,
  paymentDate: null,
  serviceFrom: null,
  serviceTo: null,
  currency: null,
  grossAmount: null,
  taxes: null,
  prePaid: false,
  alreadyPaid: false,
  excludeFromCash: false,
  allocationRule: null,
  postingFilter: null,
  transactionComment: '',
  validatingUserA: null,
  validatingUserB: null,
  validationDateA: null,
  validationDateB: null,
}
