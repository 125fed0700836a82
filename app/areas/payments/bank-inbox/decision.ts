import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type {
  BankDocument,
  BankEntry,
  BankStatement,
  Money,
  PaymentStatus,
} from '../bank-files/bank-document'
import type { PaymentState } from '../payment'
import type { Difference, Explanation, Outcome, Posting, Proposal, Topic } from './bank-entry'
import type { OpenInvoice, OurRecords, RecordedEntry, RecordedPayment } from './our-records'

/** What is decided of each entry and each status of a file, and what follows for payments and invoices. */

/** An entry that was recorded before, or one of the same file by its index. */
export type EntryRef = { id: number } | { item: number }

export type Effect =
  | {
      do: 'settle'
      paymentId: number
      valueDate: Day
      bankReference: string | null
      /** Where the bank booked another currency. */
      booked: Money | null
      exchangeRate: Decimal | null
    }
  | { do: 'confirm'; paymentId: number; bankReference: string | null }
  | { do: 'return'; paymentId: number; reason: string }
  | { do: 'accept'; paymentId: number; bankReference: string | null }
  | { do: 'reject'; paymentId: number; reason: string; keepsApprovals: boolean }
  | { do: 'dispute'; paymentId: number; why: string }
  | { do: 'note'; paymentId: number; note: string }
  /** An entry that was open in the inbox is explained by this one. */
  | { do: 'explain'; entryId: number; as: Explanation; words: string; postings: Posting[] }

const ORDER: readonly Effect['do'][] = [
  'accept',
  'note',
  'settle',
  'confirm',
  'return',
  'reject',
  'dispute',
  'explain',
]

/** What decisions do, in the order in which it happened: a file may name a return before its debit. */
export function effectsOf(decisions: readonly Pick<Judgement, 'effects'>[]): Effect[] {
  const all: Effect[] = []
  for (const { effects } of decisions) all.push(...effects)
  return all.sort((a, b) => ORDER.indexOf(a.do) - ORDER.indexOf(b.do))
}

/** An entry or a status of a file. */
export interface Item {
  document: BankDocument
  statement: BankStatement | null
  entry: BankEntry | null
  status: PaymentStatus | null
}

export interface Judgement {
  outcome: Outcome
  /** A sentence for the treasurer. */
  words: string
  topic: Topic | null
  differences: Difference[]
  proposal: Proposal | null
  /** The payments that it is about. */
  payments: readonly RecordedPayment[]
  /** The run of a file that it is about, where it names no payment. */
  runId: number | null
  invoiceId: number | null
  repeats: EntryRef | null
  pairedWith: EntryRef | null
  postings: Posting[]
  effects: Effect[]
}

export interface Decision extends Item, Judgement {}

/** What a judgement has where nothing else is said. */
const NOTHING: Omit<Judgement, 'outcome' | 'words'> = {
  topic: null,
  differences: [],
  proposal: null,
  payments: [],
  runId: null,
  invoiceId: null,
  repeats: null,
  pairedWith: null,
  postings: [],
  effects: [],
}

export const judgement = (outcome: Outcome, words: string, more: Partial<Judgement> = {}): Judgement => ({
  ...NOTHING,
  outcome,
  words,
  ...more,
})

/** Of one payment. */
export const ofPayment = (payment: RecordedPayment) => ({ payments: [payment], invoiceId: payment.invoiceId })

/** The states of payments while a file is judged: what it says first counts for what it says next. */
export interface Progress {
  records: OurRecords
  byEndToEndId: ReadonlyMap<string, RecordedPayment>
  state(payment: RecordedPayment): PaymentState
  become(payment: RecordedPayment, state: PaymentState): void
  /** All payments of the same invoice, the payment itself included. */
  sameInvoice(payment: RecordedPayment): readonly RecordedPayment[]
  /** The invoices of this amount that wait to be paid outside runs. */
  openInvoicesOf(money: Money): readonly OpenInvoice[]
  /** What was recorded of a payment before. */
  entriesOf(payment: RecordedPayment): readonly RecordedEntry[]
}

const moneyKey = ({ amount, currency }: Money) => `${new Big(amount).toFixed()} ${currency}`

export function progressOf(records: OurRecords): Progress {
  const states = new Map<number, PaymentState>()
  const byInvoice = groupedBy(records.payments, ({ invoiceId }) => invoiceId)
  const entries = groupedBy(records.entries, ({ paymentId }) => paymentId)
  const openInvoices = groupedBy(records.openInvoices, moneyKey)
  return {
    records,
    byEndToEndId: new Map(records.payments.map((payment) => [payment.endToEndId, payment])),
    state: (payment) => states.get(payment.id) ?? payment.state,
    become: (payment, state) => {
      states.set(payment.id, state)
    },
    sameInvoice: ({ invoiceId }) => byInvoice.get(invoiceId) ?? [],
    openInvoicesOf: (money) => openInvoices.get(moneyKey(money)) ?? [],
    entriesOf: ({ id }) => entries.get(id) ?? [],
  }
}

/** Our ids for payments, in a text for people. */
export const OUR_ID = /INV\d{1,15}-RUN\d{1,15}/g

export const NO_REASON = 'no reason given'
