import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass, Instance } from '~/platform/workflow/types'

/** What people fill in on a draft (specification, section 3: draft transaction, detail). References are ids. */
export interface DraftFields {
  isSupplierFund: boolean
  /** Supplier company; null for a supplier fund. */
  invoicedLegalEntity: number | null
  /** Supplier fund; null for a company. */
  invoicedFundLegalEntity: number | null
  /** The invoiced legal entity: the client. */
  settlementLegalEntity: number | null
  settlingLegalEntity: number | null
  expenseType: number | null
  routineType: number | null
  invoiceRef: string | null
  invoiceDate: Day | null
  receivedDate: Day | null
  glDate: Day | null
  dueDate: Day | null
  paymentDate: Day | null
  serviceFrom: Day | null
  serviceTo: Day | null
  /** Three capital letters. */
  currency: string | null
  /** In the draft's currency, two decimals. */
  grossAmount: Decimal | null
  taxes: Decimal | null
  prePaid: boolean
  alreadyPaid: boolean
  excludeFromCash: boolean
  /** Codes of the mappings FEE_ALLOCATION and POSTING_FILTER. */
  allocationRule: string | null
  postingFilter: string | null
  transactionComment: string
  validatingUserA: number | null
  validatingUserB: number | null
  validationDateA: Day | null
  validationDateB: Day | null
}

export interface Draft extends DraftFields {
  id: number
  /** Gross less taxes, each counted as 0 while it is empty; null while both are. */
  netAmount: Decimal | null
  /** Counts its changes: a form says which it saw. */
  revision: number
  /** The cancelled invoice that it was made of again. */
  recreatedFrom: number | null
  createdBy: number | null
  creationDate: Date
  updateDate: Date
}

/** What may be done with a draft where it is, whoever asks (specification, section 3: draft status flags). */
export interface DraftFlags {
  is_validation_step: boolean
  is_cancellation_step: boolean
  is_completion_step: boolean
  is_editable: boolean
}

/** Cost allocation line (specification, section 3). */
export interface CostLine {
  id: number
  transactionDraftId: number
  /** Code of the mapping FEES_TYPE. */
  feesType: string
  grossAmount: Decimal
  taxes: Decimal
  netAmount: Decimal
  comment: string
}

/** A row of Drafted Expenses (specification, section 3: draft invoice row). */
export interface DraftRow {
  id: number
  /** Supplier Company */
  legal_entity_name: string | null
  /** Supplier Fund */
  invoice_fund_legal_entity_name: string | null
  supplier_jurisdiction: string | null
  /** Supplier company or supplier fund, whichever it is. */
  invoice_entity: string | null
  invoiced_legal_entity_name: string | null
  settling_entity: string | null
  category: string | null
  expense_type: string | null
  routine_type_name: string | null
  allocation_rule: string | null
  pre_paid: boolean
  received_date: Day | null
  gl_date: Day | null
  invoice_ref: string | null
  currency: string | null
  gross_amount: Decimal | null
  due_date: Day | null
  taxes: Decimal | null
  net_amount: Decimal | null
  validating_user_a: string | null
  validating_user_b: string | null
  exclude_from_cash: boolean
  posting_filter: string | null
  transaction_comment: string
  /** Created by */
  username: string
  last_user: string
  creation_date: Date
  update_date: Date
  invoice_date: Day | null
  /** Last comment */
  event_log: string
  event_status: string
  event_queue: string
  /** Style of the badge. */
  event_class: EventClass
}

/** Another draft or invoice that may be the same supplier's invoice. */
export interface Duplicate {
  kind: 'draft' | 'invoice'
  id: number
  /** "same file", "same supplier and reference", "same amount within 10 days" */
  why: string
  /** For people: "draft 1234, Index Data House Ltd, INV-7, 1,250.00 EUR of 02/10/2026, TO CHECK". */
  text: string
}

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

/** What the fields of a draft hold at most. */

export const LONGEST_REFERENCE = 200

type Place = Pick<Instance, 'queue' | 'status'>

/** Where the whole form of a draft may be edited. */
export const isInEntry = ({ queue, status }: Place): boolean =>
  queue === 'ACCOUNTING' && (status === 'IN ENTRY' || status === 'RETURNED')

/** Where the client validates: only validators, validation dates and proofs may change. */
export const isInValidation = ({ queue, status }: Place): boolean =>
  queue === 'CLIENT' && status === 'TO VALIDATE'

/** What may be done with a draft where it is, whoever asks (specification, section 3: draft status flags). */
export function draftFlags(instance: Place): DraftFlags {
  const { queue, status } = instance
  return {
    is_validation_step: isInValidation(instance),
    is_cancellation_step: queue === 'SYSTEM' && status === 'CANCELLED',
    is_completion_step: queue === 'SYSTEM' && status === 'COMPLETED',
    is_editable: isInEntry(instance) || isInValidation(instance),
  }
}
