import type { DraftFields } from './draft'

export type DraftField = keyof DraftFields

/** What people call the fields of a draft, in the order of its form. */
export const DRAFT_LABELS: Readonly<Record<DraftField, string>> = {
  isSupplierFund: 'Supplier is a fund',
  invoicedLegalEntity: 'Supplier Company',
  invoicedFundLegalEntity: 'Supplier Fund',
  settlementLegalEntity: 'Invoiced Legal Entity',
  settlingLegalEntity: 'Settling Entity',
  expenseType: 'Expense Type',
  routineType: 'Routine',
  invoiceRef: 'Reference',
  invoiceDate: 'Invoice Date',
  receivedDate: 'Received Date',
  glDate: 'GL Date',
  dueDate: 'Due Date',
  paymentDate: 'Payment Date',
  currency: 'Currency',
  grossAmount: 'Gross',
  taxes: 'Taxes',
  prePaid: 'Prepaid',
  serviceFrom: 'Service From',
  serviceTo: 'Service To',
  alreadyPaid: 'Already Paid',
  excludeFromCash: 'Exclude from Cash',
  allocationRule: 'Allocation Rule',
  postingFilter: 'Posting Filter',
  transactionComment: 'Comment',
  validatingUserA: 'Validating User A',
  validationDateA: 'Validation Date A',
  validatingUserB: 'Validating User B',
  validationDateB: 'Validation Date B',
}

/** The fields of a draft in the order of its form. */
export const DRAFT_FIELDS = Object.keys(DRAFT_LABELS) as DraftField[]
