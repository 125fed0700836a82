import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { BankDocumentKind, Money } from '../bank-files/bank-document'
import type { PaymentState } from '../payment'
import type { Explanation, Topic } from './bank-entry'

/** Our records, with which a file of a bank is compared. */

export interface RecordedPayment {
  id: number
  runId: number
  invoiceId: number
  endToEndId: string
  /** Of its file; null before the file is made. */
  messageId: string | null
  groupId: string | null
  amount: Decimal
  currency: string
  /** The account that pays it. */
  account: string
  state: PaymentState
  valueDate: Day | null
  /** The day on which its file was made; null before that. */
  fileMadeOn: Day | null
  /** What the bank booked, where that is in another currency. */
  booked: Money | null
  /** The entry of a bank that settled or confirmed it; null where it was paid by hand. */
  bookedBy: { entryId: number; kind: BankDocumentKind; isBatch: boolean } | null
  /** What the bank added before. */
  bankNote: string
  /** Whether its invoice may be paid again with the approvals that it has, once the bank rejects it. */
  keepsApprovals: boolean
}

/** A booking that was recorded before. */
export interface RecordedEntry {
  id: number
  kind: BankDocumentKind
  account: string
  direction: 'debit' | 'credit'
  amount: Decimal
  currency: string
  bookingDate: Day | null
  valueDate: Day | null
  bankReference: string | null
  paymentId: number | null
  counterparty: string
  text: string
  /** Text that says why it was returned; '' for no reason. */
  reason: string
  /** The first entry of the same booking; null for the first one. */
  repeats: number | null
  topic: Topic | null
  /** In the inbox, and not explained. */
  isOpen: boolean
  explainedAs: Explanation | null
  pairedWith: number | null
}

/** A payment file of ours. */
export interface RecordedFile {
  messageId: string
  runId: number
  /** Its run was sent, and the file is not withdrawn. */
  isSent: boolean
  groupIds: readonly string[]
}

/** An invoice that is ready to be paid, or was sent by hand, and that no run pays. */
export interface OpenInvoice {
  id: number
  entityId: number
  /** What is to be paid of it. */
  amount: Decimal
  currency: string
  /** The supplier's reference: capital letters and digits only. */
  refKey: string
  payeeAccounts: readonly string[]
}

export interface OwnAccount {
  entityId: number
  entity: string
}

export interface OurRecords {
  today: Day
  /** Our accounts, by number. */
  accounts: ReadonlyMap<string, OwnAccount>
  /** Those that the file may be about, and all others of the same invoices. */
  payments: readonly RecordedPayment[]
  entries: readonly RecordedEntry[]
  files: readonly RecordedFile[]
  openInvoices: readonly OpenInvoice[]
  /** What one unit of each currency is worth in the currency of the site, that one included, where a rate is stored. */
  rates: ReadonlyMap<string, Decimal>
}
