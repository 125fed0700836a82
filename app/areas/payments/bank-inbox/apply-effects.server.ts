import { insertRows, isAmong } from 'db/bulk'
import type { Transaction } from 'db/database'
import { bankEntry, bankPosting } from 'db/schema/bank-inbox'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  disputeInvoices,
  lockInvoices,
  rejectInvoices,
  returnPaidInvoices,
  settleInvoices,
} from '~/areas/invoices/paid-in-runs.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { moveInstances } from '~/platform/workflow/start-instances.server'
import type { State } from '~/platform/workflow/types'
import { refuseClosedMonths } from '../bank-months/closed-months.server'
import { creditIdsOf, followCredits } from '../credits.server'
import type { PaymentState } from '../payment'
import type { Explanation, Posting } from './bank-entry'
import { type Effect, NO_REASON } from './decision'

/** Carries out what was decided: states of payments, places of invoices, entries of the inbox. */

export const BANK_ENTRY = 'bank entry'
export const UNEXPLAINED: State = { queue: 'PAYMENT', status: 'UNEXPLAINED', class: 'warning' }
const EXPLAINED: State = { queue: 'SYSTEM', status: 'EXPLAINED', class: 'validated' }

type EffectOn<Do extends Effect['do']> = Extract<Effect, { do: Do }>

const only = <Do extends Effect['do']>(effects: readonly Effect[], what: Do) =>
  effects.filter((effect): effect is EffectOn<Do> => effect.do === what)

/** A payment as effects change it. */
type Changed = Pick<
  typeof payment.$inferSelect,
  | 'id'
  | 'runId'
  | 'invoiceId'
  | 'reason'
  | 'valueDate'
  | 'bankReference'
  | 'bookedAmount'
  | 'bookedCurrency'
  | 'exchangeRate'
  | 'bankNote'
> & { state: PaymentState }

/**
 * Carries out effects on payments and their invoices, whose runs are locked. Invoices are locked all at once, in the
 * order of their ids.
 */
export async function applyEffects(context: TransactionAt, effects: readonly Effect[]): Promise<void> {
  const { tx } = context
  const payments = await paymentsById(
    tx,
    effects.flatMap((effect) => ('paymentId' in effect ? [effect.paymentId] : [])),
  )
  const of = ({ paymentId }: { paymentId: number }) => {
    const found = payments.get(paymentId)
    if (!found) throw new Error(`There is no payment ${paymentId}`)
    return found
  }
  const ids = [...payments.keys()]
  await lockInvoices(tx, [
    ...[...payments.values()].map(({ invoiceId }) => invoiceId),
    ...(await creditIdsOf(tx, ids)),
  ])
  for (const effect of effects) if ('paymentId' in effect) change(of(effect), effect)
  await storePayments(context, [...payments.values()])
  const named = <Named extends { paymentId: number }>(effect: Named) => {
    const { invoiceId, runId } = of(effect)
    return { ...effect, invoiceId, runId }
  }
  await settleInvoices(context, only(effects, 'settle').map(named))
  await returnPaidInvoices(context, only(effects, 'return').map(named))
  await rejectInvoices(
    context,
    only(effects, 'reject').map((effect) => ({
      ...named(effect),
      reason: effect.reason || NO_REASON,
    })),
  )
  await disputeInvoices(context, only(effects, 'dispute').map(named))
  await followCredits(context, ids)
}

async function paymentsById(tx: Transaction, ids: readonly number[]): Promise<Map<number, Changed>> {
  if (ids.length === 0) return new Map()
  const { id, runId, invoiceId, state, reason, valueDate, bankReference } = payment
  const { bookedAmount, bookedCurrency, exchangeRate, bankNote } = payment
  const rows = await tx
    .select({
      id,
      runId,
      invoiceId,
      state,
      reason,
      valueDate,
      bankReference,
      bookedAmount,
      bookedCurrency,
      exchangeRate,
      bankNote,
    })
    .from(payment)
    .where(isAmong(id, ids))
    .orderBy(asc(id))
  return new Map(rows.map((row) => [row.id, { ...row, state: row.state as PaymentState }]))
}

/** Two notes of a bank on one payment are both shown. */
const withNote = (before: string, note: string) =>
  before === '' ? note : before.includes(note) ? before : `${before}; ${note}`

function change(row: Changed, effect: Exclude<Effect, { do: 'explain' }>): void {
  switch (effect.do) {
    case 'settle':
      row.state = 'paid'
      row.valueDate = effect.valueDate
      row.reason = ''
      row.bankReference = effect.bankReference ?? row.bankReference
      row.bookedAmount = effect.booked?.amount ?? null
      row.bookedCurrency = effect.booked?.currency ?? null
      row.exchangeRate = effect.exchangeRate
      break
    case 'confirm':
      row.bankReference = effect.bankReference ?? row.bankReference
      break
    case 'return':
      row.state = 'returned'
      row.reason = effect.reason
      break
    case 'accept':
      row.state = 'accepted'
      row.bankReference = effect.bankReference ?? row.bankReference
      break
    case 'reject':
      row.state = 'rejected'
      row.reason = effect.reason
      break
    case 'note':
      row.bankNote = withNote(row.bankNote, effect.note)
      break
    case 'dispute':
      // The state of the payment is what two treasurers decide.
      break
  }
}

async function storePayments({ tx, now }: TransactionAt, rows: readonly Changed[]): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map((row) => ({
    id: row.id,
    state: row.state,
    reason: row.reason,
    value_date: row.valueDate,
    bank_reference: row.bankReference,
    booked_amount: row.bookedAmount,
    booked_currency: row.bookedCurrency,
    exchange_rate: row.exchangeRate,
    bank_note: row.bankNote,
  }))
  await tx.execute(sql`update ${payment} set state = made.state, reason = made.reason, value_date = made.value_date,
      bank_reference = made.bank_reference, booked_amount = made.booked_amount, booked_currency = made.booked_currency,
      exchange_rate = made.exchange_rate, bank_note = made.bank_note, update_date = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as made (id int, state text, reason text, value_date date, bank_reference text, booked_amount numeric,
        booked_currency text, exchange_rate numeric, bank_note text)
    where ${payment.id} = made.id`)
}

/** What explains an entry of the inbox. */
export interface ExplainedEntry {
  entryId: number
  as: Explanation
  words: string
  postings: readonly Posting[]
  pairedWith: number | null
}

/** Later entries explain entries of the inbox: by SYSTEM, in the order of their ids. */
export async function explainEntries(
  { tx, now }: TransactionAt,
  entries: readonly ExplainedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const words = new Map(entries.map(({ entryId, words: why }) => [entryId, why]))
  const ids = [...words.keys()].sort((a, b) => a - b)
  const { objectId, kind, round, queue, status } = workflowInstance
  const instances = await tx
    .select({ objectId, kind, round, queue, status })
    .from(workflowInstance)
    .where(and(inArray(objectId, ids), eq(kind, BANK_ENTRY)))
    .orderBy(asc(objectId))
    .for('update')
  await addPostings(
    tx,
    entries.map(({ entryId, postings }) => ({ entryId, postings })),
  )
  for (const { entryId, as, pairedWith } of entries)
    await tx
      .update(bankEntry)
      .set({ explainedAs: as, explainedAt: now, ...(pairedWith === null ? {} : { pairedWith }) })
      .where(eq(bankEntry.id, entryId))
  await moveInstances({ tx, now }, instances, {
    name: 'explain',
    to: EXPLAINED,
    log: (id) => words.get(id) ?? '',
  })
}

/**
 * Adds postings to entries, after those that they have.
 * @throws DomainError refused for an entry of a month that is closed
 */
export async function addPostings(
  tx: Transaction,
  entries: readonly { entryId: number; postings: readonly Posting[] }[],
): Promise<void> {
  const some = entries.filter(({ postings }) => postings.length > 0)
  if (some.length === 0) return
  await refuseClosedMonths(
    tx,
    some.map(({ entryId }) => entryId),
  )
  const before = await tx
    .select({ entryId: bankPosting.entryId, last: sql<number>`max(${bankPosting.position})` })
    .from(bankPosting)
    .where(
      isAmong(
        bankPosting.entryId,
        some.map(({ entryId }) => entryId),
      ),
    )
    .groupBy(bankPosting.entryId)
  const last = new Map(before.map((row) => [row.entryId, Number(row.last)]))
  await insertRows(
    tx,
    bankPosting,
    some.flatMap(({ entryId, postings }) =>
      postings.map((posting, at) => ({ entryId, position: (last.get(entryId) ?? 0) + at + 1, ...posting })),
    ),
  )
}
