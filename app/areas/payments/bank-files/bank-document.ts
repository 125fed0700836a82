import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** The messages that banks send. */
export type BankDocumentKind = 'pain.002' | 'camt.052' | 'camt.053' | 'camt.054' | 'MT940'

export interface Money {
  /** Not negative. */
  amount: Decimal
  currency: string
}

/** Why a bank refused or returned a payment: an ISO 20022 external code, and the bank's own words. */
export interface BankReason {
  code: string
  text: string
}

/** The ids by which a bank names a payment of ours; null where it names none. */
export interface BankReferences {
  endToEndId: string | null
  instructionId: string | null
  /** Of the file: MsgId. */
  messageId: string | null
  /** Of the group of payments in a file: PmtInfId. */
  groupId: string | null
  /** The bank's own (AcctSvcrRef). */
  bank: string | null
}

/** A transaction of an account; an entry without details is one transaction, and so is a batch that is not itemised. */
export interface BankEntry {
  /** Its number within the document, from 1. */
  position: number
  status: 'booked' | 'pending' | 'information'
  direction: 'debit' | 'credit'
  /** In the account's currency, as booked. */
  booked: Money
  /** What was instructed, where the bank names another currency or amount. */
  instructed: Money | null
  exchangeRate: Decimal | null
  /** Charges that are part of the booked amount. */
  charges: Money | null
  bookingDate: Day | null
  valueDate: Day | null
  counterparty: { name: string; account: string }
  /** Remittance information and the bank's text of the entry. */
  text: string
  references: BankReferences
  /** Of an entry that covers several payments. */
  batch: { payments: number | null; total: Money | null } | null
  isReversal: boolean
  returned: BankReason | null
}

export interface BankBalance {
  day: Day
  /** Negative when overdrawn. */
  amount: Decimal
  currency: string
}

export interface BankStatement {
  /** IBAN, or the number by which the bank knows the account; without spaces. */
  account: string
  currency: string | null
  /** The number that the bank gives the statement, where it has one. */
  number: string | null
  entries: BankEntry[]
  opening: BankBalance | null
  closing: BankBalance | null
  /** Entries of the file that are in no BankEntry must not exist: the count of its <Ntry>/:61: lines, for the check. */
  entryCount: number
}

/** A status of a file, a group or a payment (pain.002). */
export interface PaymentStatus {
  position: number
  level: 'file' | 'group' | 'payment'
  /** Of our file; null where the bank does not name it. */
  messageId: string | null
  groupId: string | null
  endToEndId: string | null
  /** RJCT, ACSP, ACWC, RCVD, PDNG, RVNM … */
  code: string
  reasons: BankReason[]
  amount: Money | null
  /** The account that it names as paying; '' for none. */
  account: string
  bankReference: string | null
}

export interface BankDocument {
  kind: BankDocumentKind
  messageId: string
  /** When the bank created it; null where it does not say. */
  createdOn: Day | null
  /** SHA-256 of the document's own bytes, in hex: the same document in a zip counts once. */
  sha256: string
  /** "statements.zip › camt053-1.xml", or the file's own name. */
  name: string
  statements: BankStatement[]
  statuses: PaymentStatus[]
}
