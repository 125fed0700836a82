import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

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

/** What is left to do with an entry of the inbox. */
export const DECISIONS = ['All details agree', 'To decide', 'No proposal', 'Explained'] as const

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
  /** Several of one payee, together the same amount. */
  | { kind: 'payments'; paymentIds: number[]; invoiceIds: number[] }
  | { kind: 'invoices'; invoiceIds: number[] }
  | { kind: 'return'; paymentId: number; invoiceId: number }
  | { kind: 'charges'; amount: Decimal; before?: Habit }
  | { kind: 'income'; amount: Decimal; before: Habit }
  /** Between two own accounts: the entry of the other one. */
  | { kind: 'transfer'; entryId: number }
  | { kind: 'ask back'; invoiceId: number | null }
  | { kind: 'note' }

/** How often people explained entries like it in the same way. */
interface Habit {
  times: number
  /** When the newest of them was booked. */
  last: Day
}

/** The kinds of proposals by which the bank and we say the same. */
const AGREEING: readonly Proposal['kind'][] = ['payment', 'invoice', 'charges', 'income', 'transfer']

/** Whether a proposal can be accepted together with others: the bank and we say the same. */
export const agreesInAll = (proposal: Proposal | null, differences: readonly Difference[]): boolean =>
  differences.length === 0 && proposal !== null && AGREEING.includes(proposal.kind)

/** How an entry of the inbox was explained. */
export const EXPLANATIONS = [
  'payment',
  'invoice',
  'charges',
  'income',
  'return',
  'ask back',
  'dispute',
  'internal transfer',
  'not ours',
  'noted',
  'later booking',
] as const
export type Explanation = (typeof EXPLANATIONS)[number]

/** What a booked entry consists of. */
const POSTING_KINDS = [
  'supplier',
  'charges',
  'income',
  'exchange difference',
  'claim',
  'internal transfer',
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

/** The parameter of an entry's address by which invoices are looked for. */
export const MATCH = 'match'

/** The field of an invoice, or of a payment of a run, that can be ticked. */
export const tickOf = (what: 'invoice' | 'payment', id: number) => `${what}-${id}`

/** How many entries and statuses of a file ended how. */
export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>

/** "1 settled, 2 in the inbox" */
export function formatCounts(counts: OutcomeCounts): string {
  const words = OUTCOMES.flatMap((outcome) => {
    const count = counts[outcome] ?? 0
    return count === 0 ? [] : [`${count} ${outcome === 'inbox' ? 'in the inbox' : outcome}`]
  })
  return words.join(', ') || 'no entries'
}
