import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'
import type { BankDocumentKind } from '../bank-files/bank-document'

/** Entries of bank statements and statuses of payments: how each ended, and what is open in the inbox. */

/** How an entry or a status of a file ended: exactly one of these. */
export const OUTCOMES = [
  'settled',
  'returned',
  'matched',
  'information',
  'inbox',
  'accepted',
  'rejected',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What an entry of the inbox is about. */
export const TOPICS = [
  'unknown debit',
  'unknown credit',
  'charges',
  'difference',
  'paid twice',
  'contradiction',
  'return',
  'verification of payee',
] as const
export type Topic = (typeof TOPICS)[number]

/** One thing that the bank says otherwise than we do. */
export interface Difference {
  /** "Amount" */
  what: string
  ours: string
  bank: string
}

/** What may explain an entry: taken with one press. */
export type Proposal =
  | { kind: 'payment'; paymentId: number; invoiceId: number }
  | { kind: 'payment and charges'; paymentId: number; invoiceId: number; charges: Decimal }
  | { kind: 'invoice'; invoiceId: number }
  | { kind: 'return'; paymentId: number; invoiceId: number }
  | { kind: 'charges'; amount: Decimal }
  | { kind: 'ask back'; invoiceId: number | null }
  | { kind: 'note' }

/** How an entry of the inbox was explained. */
export const EXPLANATIONS = [
  'payment',
  'invoice',
  'charges',
  'income',
  'return',
  'ask back',
  'dispute',
  'not ours',
  'noted',
  'later booking',
] as const
export type Explanation = (typeof EXPLANATIONS)[number]

/** What a booked entry consists of. */
export const POSTING_KINDS = [
  'supplier',
  'charges',
  'income',
  'exchange difference',
  'claim',
  'not ours',
] as const
export type PostingKind = (typeof POSTING_KINDS)[number]

/** In the currency of the account, less than zero where the account pays: the postings of an entry add up to it. */
export interface Posting {
  kind: PostingKind
  amount: Decimal
  paymentId: number | null
  invoiceId: number | null
  text: string
}

/** How many entries and statuses of a file ended how. */
export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>

/** A row of the Bank inbox. */
export interface BankEntryRow {
  id: number
  kind: BankDocumentKind
  account: string
  /** The entity of ours that has the account; '' where none has. */
  entity: string
  booking_date: Day | null
  value_date: Day | null
  /** Less than zero where the account pays; null for a status of a payment. */
  amount: Decimal | null
  currency: string | null
  counterparty: string
  counterparty_account: string
  text: string
  topic: Topic
  words: string
  differences: Difference[]
  proposal: Proposal | null
  run_id: number | null
  invoice_id: number | null
  owner: string
  /** Since when it is in the inbox. */
  received_at: Date
  file_name: string
  explained_as: Explanation | null
  explained_by: string
  explained_at: Date | null
  comment: string
  event_status: string
  event_queue: string
  event_class: EventClass
}

/** "1 settled, 2 in the inbox" */
export function countWords(counts: OutcomeCounts): string {
  const words = OUTCOMES.flatMap((outcome) => {
    const count = counts[outcome] ?? 0
    return count === 0 ? [] : [`${count} ${outcome === 'inbox' ? 'in the inbox' : outcome}`]
  })
  return words.join(', ') || 'no entries'
}
