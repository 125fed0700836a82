import { setImmediate } from 'node:timers/promises'
import { Big } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { showDay, showIban } from '~/platform/values/show'
import type { BankDocument } from '../bank-files/bank-document'
import { isAwaited } from '../payment'
import type { Proposal } from './bank-entry'
import {
  type Decision,
  type EntryRef,
  type Item,
  type Judgement,
  judgement,
  OUR_ID,
  type Progress,
  progressOf,
} from './decision'
import { type Booking, batchDifferences, differencesOf, formatMoney, lettersOf } from './fit'
import { type Judged, judgeBatch, judgePayment, type NewBooking } from './judge-bookings'
import { judgeStatuses } from './judge-statuses'
import type { OurRecords, RecordedEntry, RecordedFile, RecordedPayment } from './our-records'
import { type Reported, ReportedBookings } from './same-booking'
import { MIN_REFERENCE } from './settling-rules'

/**
 * Judges a file of a bank as a whole: one decision for each entry and each status, in their order. What it says does not
 * depend on the order of entries. It makes pauses, in which the thread answers others.
 * @throws DomainError invalid: a status of a message that is not ours
 */
export async function judge(documents: readonly BankDocument[], records: OurRecords): Promise<Decision[]> {
  const steps = judgeInSteps(documents, records)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}

/** Takes a few milliseconds to judge. */
const STEP_ITEMS = 200

function* judgeInSteps(documents: readonly BankDocument[], records: OurRecords): Generator<void, Decision[]> {
  const items = documents.flatMap(itemsOf)
  const progress = progressOf(records)
  const judged: Judged = new Map()
  judgeAllStatuses(items, progress, judged)
  yield* judgeAllBookings(items, progress, judged)
  const decisions: Decision[] = []
  for (const [at, item] of items.entries()) {
    if (at % STEP_ITEMS === 0) yield
    const found = judged.get(at)
    if (!found) throw new Error(`Item ${at} was not judged`)
    decisions.push({ ...item, ...found })
  }
  return decisions
}

function itemsOf(document: BankDocument): Item[] {
  const none = { document, statement: null, entry: null, status: null }
  return [
    ...document.statuses.map((status): Item => ({ ...none, status })),
    ...document.statements.flatMap((statement) =>
      statement.entries.map((entry): Item => ({ ...none, statement, entry })),
    ),
  ]
}

function judgeAllStatuses(items: readonly Item[], progress: Progress, judged: Judged): void {
  for (const document of new Set(items.flatMap((item) => (item.status ? [item.document] : [])))) {
    const found = judgeStatuses(document, progress)
    for (const [at, { document: of, status }] of items.entries())
      if (of === document && status !== null)
        judged.set(at, found[document.statuses.indexOf(status)] as Judgement)
  }
}

/** What an entry names. */
type Target =
  | { kind: 'payment'; payment: RecordedPayment }
  | { kind: 'batch'; payments: readonly RecordedPayment[]; name: string }
  | { kind: 'unknown group'; file: RecordedFile; groupId: string }
  | { kind: 'none' }

const NO_ID = /^(NOTPROVIDED|NOT PROVIDED|NONREF|NONE|)$/i

function targetOf({ entry }: Booking, { byEndToEndId, records }: Progress): Target {
  const { endToEndId, instructionId, groupId, messageId } = entry.references
  for (const id of [endToEndId, instructionId]) {
    const payment = byEndToEndId.get(id ?? '')
    if (payment) return { kind: 'payment', payment }
  }
  // An entry with an id of others is not a batch of ours, unless the bank says that it is a batch.
  if (!NO_ID.test(endToEndId ?? '') && entry.batch === null) return { kind: 'none' }
  if (groupId === null && messageId === null) return { kind: 'none' }
  const file = records.files.find((each) => each.messageId === messageId)
  const inGroup = records.payments.filter(
    (payment) =>
      groupId !== null && payment.groupId === groupId && (!file || payment.messageId === file.messageId),
  )
  if (groupId !== null && inGroup.length > 0)
    return { kind: 'batch', payments: inGroup, name: `group ${groupId}` }
  if (!file) return { kind: 'none' }
  if (groupId !== null && !NO_ID.test(groupId)) return { kind: 'unknown group', file, groupId }
  const inFile = records.payments.filter((payment) => payment.messageId === file.messageId)
  return inFile.length === 0
    ? { kind: 'none' }
    : { kind: 'batch', payments: inFile, name: `file ${file.messageId}` }
}

const nameOf = (target: Target): string | null => {
  if (target.kind === 'payment') return `payment ${target.payment.id}`
  return target.kind === 'batch' ? target.name : null
}

/** The payments that an entry names, and their invoice where they have one. */
function paymentsOf(target: Target): Pick<Judgement, 'payments' | 'invoiceId'> {
  const payments =
    target.kind === 'payment' ? [target.payment] : target.kind === 'batch' ? target.payments : []
  return { payments, invoiceId: payments.length === 1 ? (payments[0]?.invoiceId ?? null) : null }
}

interface Targeted extends NewBooking {
  target: Target
  /** The entry of the inbox that this one reports again, with more. */
  instead: RecordedEntry | null
}

function* judgeAllBookings(items: readonly Item[], progress: Progress, judged: Judged): Generator<void> {
  const reported = new ReportedBookings(progress.records.entries)
  const bookings: Targeted[] = []
  for (const [item, { document, statement, entry }] of items.entries()) {
    if (statement === null || entry === null) continue
    if (item % STEP_ITEMS === 0) yield
    const booking = { document, statement, entry }
    const target = targetOf(booking, progress)
    const before = entry.status === 'booked' ? reported.repeatOf(booking, nameOf(target), item) : null
    const early = notBooked(booking, target, progress)
    const instead = before?.recorded ?? null
    if (before && !(instead && saysMore(instead, target))) judged.set(item, repeated(before, target))
    else if (early) judged.set(item, early)
    else bookings.push({ ...booking, item, target, instead })
  }
  yield* judgeNew(bookings, progress, judged)
  for (const { item, instead } of bookings)
    if (instead) judged.set(item, inPlaceOf(instead, judged.get(item) as Judgement))
}

/** What is pending, only reported during the day, or of an account of others. */
function notBooked(
  { document, statement, entry }: Booking,
  target: Target,
  { records }: Progress,
): Judgement | null {
  const about = paymentsOf(target)
  if (entry.status !== 'booked')
    return judgement('information', 'It is not booked yet: nothing changed.', about)
  if (document.kind === 'camt.052')
    return judgement('information', 'Booked today: the statement of the day settles it.', about)
  if (!records.accounts.has(statement.account) && target.kind === 'none')
    return judgement('information', `${showIban(statement.account)} is no account of ours: nothing changed.`)
  return null
}

const CLOSE: readonly string[] = ['unknown debit', 'unknown credit', 'difference', 'charges']

/** An entry that is open may be reported again by a file that says what it is. */
const saysMore = ({ isOpen, topic, direction }: RecordedEntry, target: Target) =>
  isOpen && topic !== null && CLOSE.includes(topic) && target.kind !== 'none' && direction === 'debit'

function repeated({ root, recorded }: Reported, target: Target): Judgement {
  return judgement(
    'matched',
    recorded?.isOpen
      ? 'It is in the inbox already, from an earlier file.'
      : 'It was reported before. Nothing changed.',
    { ...paymentsOf(target), repeats: root },
  )
}

/** A second report of an entry in the inbox explains it, or says nothing new. */
function inPlaceOf(before: RecordedEntry, found: Judgement): Judgement {
  const root: EntryRef = { id: before.repeats ?? before.id }
  if (found.outcome === 'inbox')
    return judgement('matched', 'It is in the inbox already, from an earlier file.', {
      payments: found.payments,
      invoiceId: found.invoiceId,
      repeats: root,
    })
  return {
    ...found,
    repeats: root,
    // The postings belong to the first report, which the inbox has.
    postings: [],
    effects: [
      ...found.effects,
      {
        do: 'explain',
        entryId: before.id,
        as: 'later booking',
        words: found.words,
        postings: found.postings,
      },
    ],
  }
}

function* judgeNew(bookings: readonly Targeted[], progress: Progress, judged: Judged): Generator<void> {
  const byPayment = groupedBy(bookings, ({ target }) => (target.kind === 'payment' ? target.payment : null))
  // The payment that is awaited counts before others of its invoice.
  const rank = (payment: RecordedPayment) => (isOpen(progress.state(payment)) ? 0 : 1)
  const named = [...byPayment.keys()].filter((payment) => payment !== null)
  const payments = named.sort((a, b) => rank(a) - rank(b) || a.id - b.id)
  for (const [at, payment] of payments.entries()) {
    if (at % STEP_ITEMS === 0) yield
    for (const [item, found] of judgePayment(payment, byPayment.get(payment) ?? [], progress))
      judged.set(item, found)
  }
  for (const [at, booking] of bookings.entries()) {
    if (at % STEP_ITEMS === 0) yield
    const { target, item } = booking
    if (target.kind === 'batch') judged.set(item, judgeBatch(booking, target.payments, progress))
    else if (target.kind === 'unknown group') judged.set(item, ofUnknownGroup(target))
    else if (target.kind === 'none') judged.set(item, unknown(booking, progress))
  }
}

const isOpen = (state: RecordedPayment['state']) => isAwaited(state) || state === 'paid'

function ofUnknownGroup({ file, groupId }: { file: RecordedFile; groupId: string }): Judgement {
  return judgement('inbox', `It names a group of payments that file ${file.messageId} does not have.`, {
    topic: 'difference',
    runId: file.runId,
    differences: [{ what: 'Group', ours: file.groupIds.join(', '), bank: groupId }],
  })
}

const CHARGES = /\b(charges?|fees?|commissions?|frais|spesen|geb(ü|ue)hr(en)?|kosten)\b/i

/** Nothing names a payment: what it may be is proposed. */
function unknown(booking: Booking, progress: Progress): Judgement {
  const { entry } = booking
  const named = paymentsInText(entry.text, progress)
  const [first] = named
  const what = `${formatMoney(entry.booked)} ${entry.direction === 'debit' ? 'paid to' : 'received from'} ${entry.counterparty.name || 'a party that the bank does not name'}`
  if (first && named.length === 1) return namedInText(booking, first, progress)
  if (paysTogether(booking, named, progress))
    return judgement(
      'inbox',
      `Only its text names ${named.length} payments, together ${formatMoney(entry.booked)}.`,
      {
        topic: 'unknown debit',
        payments: named,
        proposal: {
          kind: 'payments',
          paymentIds: named.map(({ id }) => id),
          invoiceIds: named.map(({ invoiceId }) => invoiceId),
        },
      },
    )
  if (entry.direction === 'credit')
    return judgement('inbox', `${what}: nothing explains it.`, { topic: 'unknown credit' })
  if (CHARGES.test(entry.text) && entry.counterparty.account === '')
    return judgement('inbox', `${formatMoney(entry.booked)} of charges, by the bank’s text.`, {
      topic: 'charges',
      proposal: { kind: 'charges', amount: entry.booked.amount },
    })
  const invoiceId = openInvoiceOf(booking, progress)
  return judgement('inbox', `${what}: nothing explains it.`, {
    topic: 'unknown debit',
    invoiceId,
    proposal: invoiceId === null ? null : { kind: 'invoice', invoiceId },
  })
}

/** The payments whose ids are in a text, each once. */
function paymentsInText(text: string, { byEndToEndId }: Progress): RecordedPayment[] {
  const named = [...text.toUpperCase().matchAll(OUR_ID)].flatMap(([id]) => byEndToEndId.get(id) ?? [])
  return [...new Set(named)].sort((a, b) => a.id - b.id)
}

/** Whether a debit is the sum of several payments that wait for their booking. */
function paysTogether(booking: Booking, payments: readonly RecordedPayment[], progress: Progress): boolean {
  const [first] = payments
  return (
    payments.length > 1 &&
    booking.entry.direction === 'debit' &&
    payments.every((payment) => isAwaited(progress.state(payment)) && payment.currency === first?.currency) &&
    batchDifferences(booking, payments, progress.records.today).length === 0
  )
}

function namedInText(booking: Booking, payment: RecordedPayment, progress: Progress): Judgement {
  const { id: paymentId, invoiceId } = payment
  const { entry } = booking
  const state = progress.state(payment)
  const isDebit = entry.direction === 'debit'
  const differences = isDebit ? differencesOf(booking, payment, progress.records.today) : []
  const kind: Proposal['kind'] | null =
    isDebit && isAwaited(state) && differences.length === 0
      ? 'payment'
      : !isDebit && state === 'paid' && new Big(entry.booked.amount).eq(payment.amount)
        ? 'return'
        : null
  const paid = state === 'paid' ? `, which was paid on ${showDay(payment.valueDate)}` : ''
  return judgement(
    'inbox',
    `Only its text names the payment of invoice ${invoiceId}${paid}: ${formatMoney(entry.booked)}.`,
    {
      topic: isDebit ? 'unknown debit' : 'return',
      payments: [payment],
      invoiceId,
      differences,
      proposal: kind === null ? null : { kind, paymentId, invoiceId },
    },
  )
}

/** The one open invoice of this amount whose reference or payee the entry has; null for none, and for several. */
function openInvoiceOf({ statement, entry }: Booking, { records, openInvoicesOf }: Progress): number | null {
  const entityId = records.accounts.get(statement.account)?.entityId
  const text = lettersOf(entry.text)
  const found = openInvoicesOf(entry.booked).filter(
    (invoice) =>
      invoice.entityId === entityId &&
      (invoice.payeeAccounts.includes(entry.counterparty.account) ||
        (invoice.refKey.length >= MIN_REFERENCE && text.includes(invoice.refKey))),
  )
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
