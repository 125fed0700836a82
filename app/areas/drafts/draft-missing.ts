import type { DraftFields } from './draft'
import { DRAFT_LABELS, type DraftField } from './draft-labels'

export interface MissingField {
  field: DraftField
  label: string
}

const NEEDED: readonly DraftField[] = [
  'settlingLegalEntity',
  'invoiceRef',
  'invoiceDate',
  'currency',
  'grossAmount',
  'expenseType',
]

/** The fields that "Send to check" still needs (product decisions, section 2), in the order of the form. */
export function missingToCheck(fields: DraftFields): MissingField[] {
  const supplier: DraftField = fields.isSupplierFund ? 'invoicedFundLegalEntity' : 'invoicedLegalEntity'
  return [supplier, ...NEEDED]
    .filter((field) => fields[field] === null || fields[field] === '')
    .map((field) => ({ field, label: DRAFT_LABELS[field] }))
}
