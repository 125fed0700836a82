import type { Outcome, OutcomeCounts, Topic } from './bank-inbox/bank-entry'
import type { Decision } from './bank-inbox/decision'
import type { RecordedPayment } from './bank-inbox/our-records'

/** What became of the payments that a file of a bank names, line by line. */

/** What became of a payment, or of an entry that is about none. */
export const LINE_OUTCOMES = [
  'accepted',
  'rejected',
  'paid',
  'returned',
  'already answered',
  'information',
  'unknown',
  'differs',
  'charges',
  'paid twice',
  'contradiction',
  'verification of payee',
] as const
export type LineOutcome = (typeof LINE_OUTCOMES)[number]

/** What a file said of one payment, and what was done with it. */
export interface AnswerLine {
  /** Of the entry or status; several lines of a batch have the same. */
  entryId: number
  endToEndId: string
  /** Null for payments that no run of this site made. */
  invoiceId: number | null
  runId: number | null
  outcome: LineOutcome
  /** A sentence for the treasurer. */
  words: string
}

/** What was recorded of a file. */
export interface RecordedAnswer {
  answerId: number
  /** "camt.053"; "several" for a file of several kinds. */
  kind: string
  /** How many entries and statuses ended how: their sum is the file's. */
  counts: OutcomeCounts
  lines: AnswerLine[]
  /** Sentences about the file as a whole. */
  notes: string[]
  /** How many closing balances were stored: of statements that add up. */
  balances: number
}

const LINE_OF: Readonly<Record<Exclude<Outcome, 'inbox'>, LineOutcome>> = {
  settled: 'paid',
  returned: 'returned',
  matched: 'already answered',
  information: 'information',
  accepted: 'accepted',
  rejected: 'rejected',
}

const LINE_OF_TOPIC: Readonly<Record<Topic, LineOutcome>> = {
  'unknown debit': 'unknown',
  'unknown credit': 'unknown',
  charges: 'charges',
  difference: 'differs',
  'paid twice': 'paid twice',
  contradiction: 'contradiction',
  return: 'returned',
  'verification of payee': 'verification of payee',
}

/** One line for each payment that a decision is about; one for an entry that names none. */
export function linesOf(decision: Decision, entryId: number): AnswerLine[] {
  const { outcome: ended, topic, words, payments, entry, invoiceId, runId } = decision
  const outcome = ended === 'inbox' ? LINE_OF_TOPIC[topic ?? 'difference'] : LINE_OF[ended]
  if (payments.length === 0)
    return [
      {
        entryId,
        endToEndId: entry?.references.endToEndId ?? decision.status?.endToEndId ?? '',
        invoiceId,
        runId,
        outcome,
        words,
      },
    ]
  return payments.map(({ endToEndId, ...payment }: RecordedPayment) => ({
    entryId,
    endToEndId,
    invoiceId: payment.invoiceId,
    runId: payment.runId,
    outcome,
    words,
  }))
}

export function lineCounts(lines: readonly Pick<AnswerLine, 'outcome'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of lines) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** The outcomes of entries that are in the Bank inbox: one entry may name several payments. */
const OF_ENTRIES: readonly LineOutcome[] = ['unknown', 'differs', 'charges', 'paid twice', 'contradiction']

/** "3 paid, 1 rejected", and of the entries in the Bank inbox "1 unexplained (2 payments)" */
export function describeOutcomes(lines: readonly Pick<AnswerLine, 'outcome' | 'entryId'>[]): string {
  const outcomes = [...new Set(lines.map(({ outcome }) => outcome))]
  const words = outcomes.map((outcome) => {
    const own = lines.filter((line) => line.outcome === outcome)
    if (!OF_ENTRIES.includes(outcome)) return `${own.length} ${outcome}`
    const entries = new Set(own.map(({ entryId }) => entryId)).size
    const named = entries < own.length ? ` (${own.length} payments)` : ''
    return `${entries} ${outcome === 'unknown' ? 'unexplained' : outcome}${named}`
  })
  return words.join(', ') || 'no payments'
}
