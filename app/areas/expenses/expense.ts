import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { sameFigure } from '~/platform/values/show'

/**
 * The fields that people fill in on a draft (specification, section 3: draft transaction, detail). References are ids.
 */
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
  /** Paid in advance, and what rounds the amount to be paid: gross less the one plus the other is payable. */
  prepaidAmount: Decimal | null
  roundingAmount: Decimal | null
  /** The supplier's own for the payment; structured ones as `checkPaymentReference` stores them. */
  paymentReference: string | null
  /** The reference of the invoice that it corrects or credits. */
  correctsRef: string | null
  /** By direct debit: no run pays it. */
  collectedBySupplier: boolean
  /** The customer owes the VAT; the amount is not part of gross. */
  reverseCharge: boolean
  reverseChargeTax: Decimal | null
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
  /** What is to be paid; null without gross. */
  payableAmount: Decimal | null
  /** Counts its changes: a form sends back the one that it showed. */
  revision: number
  /** The cancelled invoice that it was recreated from. */
  recreatedFrom: number | null
  createdBy: number | null
  creationDate: Date
  updateDate: Date
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
  /** The sub-fund that bears it. */
  fundId: number | null
}

export type DraftField = keyof DraftFields

/** The labels of the fields of a draft, in the order of its form. */
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
  prepaidAmount: 'Paid in Advance',
  roundingAmount: 'Rounding',
  paymentReference: 'Payment Reference',
  correctsRef: 'Corrects Invoice',
  collectedBySupplier: 'Collected by the Supplier',
  reverseCharge: 'Reverse Charge',
  reverseChargeTax: 'Reverse Charge Tax',
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

/** Those that are amounts in the currency of the draft. */
export const DRAFT_AMOUNTS = [
  'grossAmount',
  'taxes',
  'prepaidAmount',
  'roundingAmount',
  'reverseChargeTax',
] as const satisfies readonly DraftField[]

/** The largest values that the fields of a draft can hold. */

export const MAX_REFERENCE_LENGTH = 200

/** The amounts that say what is to be paid. */
type PayableParts = Pick<DraftFields, 'grossAmount' | 'prepaidAmount' | 'roundingAmount'>

/** What is to be paid: gross less what was paid in advance, rounded. Null without gross. */
export function payableOf({ grossAmount, prepaidAmount, roundingAmount }: PayableParts): Decimal | null {
  if (grossAmount === null) return null
  return new Big(grossAmount)
    .minus(prepaidAmount ?? 0)
    .plus(roundingAmount ?? 0)
    .toFixed(2)
}

/** The facts of a draft that budgets use, as it is stored or as it is typed. */
export interface Expense {
  draftId: number
  supplierId: number | null
  settlingEntityId: number | null
  routineTypeId: number | null
  expenseTypeId: number | null
  invoiceDate: Day | null
  currency: string | null
  grossAmount: Decimal | null
  taxes: Decimal | null
  netAmount: Decimal | null
  glDate: Day | null
  reverseChargeTax: Decimal | null
  /** Who edited or sent it: they may not allow it to exceed a budget themselves. Read only where it matters. */
  authors(): Promise<ReadonlySet<number>>
}

/**
 * How versions of something with these fields are compared.
 * @param fields in the order of their form
 * @param amounts compared by value: 100 and 100.00 are equal
 */
export function versionsBy<Fields extends object>(
  fields: readonly (keyof Fields)[],
  amounts: readonly (keyof Fields)[],
) {
  type Name = keyof Fields
  type Value = Fields[Name]
  const sameField = (field: Name, a: Value, b: Value): boolean =>
    amounts.includes(field) && a !== null && b !== null ? sameFigure(String(a), String(b)) : a === b
  return {
    sameField,
    /** The fields that differ, in the order of the form. */
    changedFields: (before: Fields, after: Fields): Name[] =>
      fields.filter((field) => !sameField(field, before[field], after[field])),
    /** Some fields, by name. */
    pickFields: <Picked extends Name>(from: Fields, names: readonly Picked[]): Pick<Fields, Picked> =>
      Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Fields, Picked>,
  }
}
