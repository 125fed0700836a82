import type { Day } from '~/platform/values/day'
import type { SupplierInvoice } from '../../expenses/supplier-invoice'

/** An instant of the demo, as yyyy-MM-ddTHH:mm in UTC. */
export type Moment = string

/** What somebody did with a draft, or with an invoice made of it. */
export type Deed =
  | { at: Moment; who: string; step: string; comment?: string }
  | { at: Moment; who: string; enter: Entered }
  | { at: Moment; who: string; allocate: [feesType: string, gross: string, taxes: string, comment: string][] }
  | { at: Moment; who: string; confirmTotals: string }
  /** A team leader lets the draft exceed a budget, named by the key of its story. */
  | { at: Moment; who: string; overrideBudget: string; comment: string }
  /** Client's authorisation: validators by name with their dates, and the proof as a file. */
  | { at: Moment; who: string; validators: [name: string, date: Day][]; proof: string }
  /** A step of every invoice that the draft became. */
  | { at: Moment; who: string; invoiceStep: string; comment?: string; paymentDate?: Day }

/** What is entered by hand; names stand for ids. */
export interface Entered {
  settling?: string
  invoiced?: string
  supplier?: string
  supplierFund?: string
  expenseType?: string
  routineType?: string
  invoiceRef?: string
  invoiceDate?: Day
  dueDate?: Day
  glDate?: Day
  currency?: string
  grossAmount?: string
  taxes?: string
  prePaid?: boolean
  serviceFrom?: Day
  serviceTo?: Day
  allocationRule?: string
  postingFilter?: string
  transactionComment?: string
}

/** One supplier's PDF and what became of it. */
export interface ExpenseStory {
  /** Names it among the stories. */
  key: string
  fileName: string
  paper: SupplierInvoice
  eInvoice: boolean
  uploaded: { at: Moment; who: string; comment: string }
  deeds: Deed[]
}
