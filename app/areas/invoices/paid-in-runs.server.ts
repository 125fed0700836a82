import { isAmong } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { workflowEvent, workflowInstance, workflowStep } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { TransactionAt } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { formatList, showAmount, showDay } from '~/platform/values/show'
import { moveInstances } from '~/platform/workflow/start-instances.server'
import type { EventData, QueueStatus, State } from '~/platform/workflow/types'
import { refreshInvoiceRows } from './stored-rows.server'
import { IN_DISPUTE } from './workflow-rules'

/** What a payment run does with its invoices: thousands at once, each by an event that names the run. */

const SENT: State = { queue: 'PAYMENT', status: 'SENT', class: 'success' }
const PAID: State = { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
const APPROVED: State = { queue: 'PAYMENT', status: 'APPROVED', class: 'success' }

const RETURNED: State = { queue: 'PAYMENT', status: 'RETURNED', class: 'warning' }
const TO_APPROVE: State = { queue: 'PAYMENT', status: 'TO APPROVE', class: 'pending' }

const REJECTED = 'rejected by the bank'
const RETURNED_BY_BANK = 'returned by the bank'
const TAKEN_OFF = 'credit taken off'
const FREE_AGAIN = 'credit free again'

/** Where an invoice waits for its payment: where the step "payment sent" of its own version starts. */
export const readyToPay = sql`exists (select from ${workflowStep} leads
  where leads.definition_id = ${workflowInstance.definitionId} and leads.name = 'payment sent'
    and leads.from_queue = ${workflowInstance.queue}
    and (leads.from_status is null or leads.from_status = ${workflowInstance.status}))`

/** Locks invoices in the order of their ids. @returns those that are ready to be paid */
export async function lockReadyToPay(tx: Transaction, invoiceIds: readonly number[]): Promise<Set<number>> {
  if (invoiceIds.length === 0) return new Set()
  await lockInvoices(tx, invoiceIds)
  const ready = await tx
    .select({ id: workflowInstance.objectId })
    .from(workflowInstance)
    .where(
      and(eq(workflowInstance.kind, 'invoice'), isAmong(workflowInstance.objectId, invoiceIds), readyToPay),
    )
  return new Set(ready.map(({ id }) => id))
}

/** Locks invoices in the order of their ids; returns their places. */
export const lockInvoices = (tx: Transaction, ids: readonly number[]) =>
  tx
    .select({
      objectId: workflowInstance.objectId,
      kind: workflowInstance.kind,
      round: workflowInstance.round,
      queue: workflowInstance.queue,
      status: workflowInstance.status,
      definitionId: workflowInstance.definitionId,
    })
    .from(workflowInstance)
    .where(and(eq(workflowInstance.kind, 'invoice'), isAmong(workflowInstance.objectId, ids)))
    .orderBy(asc(workflowInstance.objectId))
    .for('update')

interface Sent {
  invoiceId: number
  /** Of the account that it is paid to. */
  accountHash: string
  /** What is taken off for early payment; null for nothing. */
  discount: Decimal | null
  currency: string
}

/** The invoices of a run are sent to the bank. */
export async function sendInvoices(
  context: UserWriteContext,
  runId: number,
  invoices: readonly Sent[],
): Promise<void> {
  const sent = new Map(invoices.map((each) => [each.invoiceId, each]))
  const discountOf = (id: number) => sent.get(id)?.discount ?? null
  await move(context, [...sent.keys()], {
    name: 'payment sent',
    to: SENT,
    log: (id) =>
      `Sent with payment run ${runId} by ${context.actor.fullName}${discountOf(id) === null ? '' : `, less a discount of ${showAmount(discountOf(id), sent.get(id)?.currency)}`}`,
    data: (id) => ({
      runId,
      accountHash: sent.get(id)?.accountHash ?? null,
      ...(discountOf(id) === null ? {} : { discount: discountOf(id) }),
    }),
  })
}

interface OfRun {
  invoiceId: number
  runId: number
}

/**
 * The bank paid them, or credits left nothing to pay. Those that are not sent stay as they are: paid by hand, or in
 * dispute.
 */
export async function settleInvoices(
  context: TransactionAt,
  paid: readonly (OfRun & { valueDate: Day })[],
  by: 'the bank' | 'credits' = 'the bank',
): Promise<void> {
  const facts = byInvoice(paid)
  const moved = await move(context, [...facts.keys()], {
    name: 'paid',
    to: PAID,
    isFrom: isAt(SENT),
    log: (id) => {
      const { runId, valueDate } = factsOf(facts, id)
      return `Paid by ${by} with payment run ${runId}, value date ${showDay(valueDate)}`
    },
    data: (id) => {
      const { runId, valueDate } = factsOf(facts, id)
      return { runId, paymentDate: valueDate }
    },
  })
  await storePaymentDates(
    context.tx,
    moved.map((id) => ({ id, day: factsOf(facts, id).valueDate })),
  )
}

async function storePaymentDates(
  tx: Transaction,
  rows: readonly { id: number; day: Day | null }[],
): Promise<void> {
  await tx.execute(sql`update ${invoice} set payment_date = paid.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as paid (id bigint, day date) where ${invoice.id} = paid.id`)
}

/** The bank returned the money of invoices that are paid (product decisions, section 12). */
export async function returnPaidInvoices(
  context: TransactionAt,
  returned: readonly (OfRun & { reason: string })[],
): Promise<void> {
  const facts = byInvoice(returned)
  const moved = await move(context, [...facts.keys()], {
    name: RETURNED_BY_BANK,
    to: RETURNED,
    isFrom: isAt(PAID),
    log: (id) => {
      const { runId, reason } = factsOf(facts, id)
      return `Returned by the bank, payment run ${runId}: ${reason}`
    },
    data: (id) => {
      const { runId, reason } = factsOf(facts, id)
      return { runId, reason }
    },
  })
  await storePaymentDates(
    context.tx,
    moved.map((id) => ({ id, day: null })),
  )
}

/**
 * The bank did not pay them: they wait to be paid again, or to be approved again in a new round (product decisions,
 * section 12).
 */
export async function rejectInvoices(
  context: TransactionAt,
  rejected: readonly (OfRun & { reason: string; keepsApprovals: boolean })[],
): Promise<void> {
  for (const keepsApprovals of [true, false]) {
    const facts = byInvoice(rejected.filter((each) => each.keepsApprovals === keepsApprovals))
    await move(context, [...facts.keys()], {
      name: REJECTED,
      to: keepsApprovals ? 'where it waits for its payment' : TO_APPROVE,
      isFrom: isAt(SENT),
      opensRound: !keepsApprovals,
      log: (id) => {
        const { runId, reason } = factsOf(facts, id)
        const again = keepsApprovals ? '' : '. It must be approved again'
        return `Rejected by the bank, payment run ${runId}: ${reason}${again}`
      },
      data: (id) => {
        const { runId, reason } = factsOf(facts, id)
        return { runId, reason }
      },
    })
  }
}

/** What payments take off a credit. */
interface NettedCredit {
  creditId: number
  /** Whether nothing is left of it. */
  isNetted: boolean
  /** The value date of the last payment that took it off; null while none is made. */
  lastDay: Day | null
  /** The runs of the payments that are made. */
  runs: readonly number[]
}

/** Credits end as paid once nothing is left of them, and wait again where a payment that took them off came back. */
export async function moveNettedCredits(
  context: TransactionAt,
  credits: readonly NettedCredit[],
): Promise<void> {
  const { tx } = context
  const facts = new Map(credits.map((credit) => [credit.creditId, credit]))
  const idsOf = (isNetted: boolean) =>
    credits.filter((credit) => credit.isNetted === isNetted).map(({ creditId }) => creditId)
  const netted = await move(context, idsOf(true), {
    name: TAKEN_OFF,
    to: PAID,
    isFrom: ({ queue, status }) => queue === 'PAYMENT' && status !== IN_DISPUTE.status,
    log: (id) => {
      const { runs: its } = factsOf(facts, id)
      return `All of it is taken off in payment ${its.length === 1 ? 'run' : 'runs'} ${formatList(its.map(String))}`
    },
    data: (id) => ({ runIds: factsOf(facts, id).runs.map(String), paymentDate: factsOf(facts, id).lastDay }),
  })
  const freed = await move(context, await takenOffBefore(tx, idsOf(false)), {
    name: FREE_AGAIN,
    to: 'where it waits for its payment',
    isFrom: isAt(PAID),
    log: 'A payment that took it off was not made: the next run takes it off',
    data: () => ({}),
  })
  await storePaymentDates(tx, [
    ...netted.map((id) => ({ id, day: factsOf(facts, id).lastDay })),
    ...freed.map((id) => ({ id, day: null })),
  ])
}

/** Those of these credits that ended because payments took all of them off, and not because a bank refunded them. */
async function takenOffBefore(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { objectId, name, seq } = workflowEvent
  const rows = await tx
    .selectDistinctOn([objectId], { objectId, name })
    .from(workflowEvent)
    .where(and(isAmong(objectId, ids), inArray(name, [TAKEN_OFF, FREE_AGAIN, 'paid'])))
    .orderBy(asc(objectId), desc(seq))
  return rows.filter((row) => row.name === TAKEN_OFF).map((row) => row.objectId)
}

/** Puts invoices in dispute: a bank contradicts their state. They cannot be paid until two treasurers settle it. */
export async function disputeInvoices(
  context: TransactionAt,
  disputed: readonly (OfRun & { why: string })[],
): Promise<void> {
  const facts = byInvoice(disputed)
  await move(context, [...facts.keys()], {
    name: 'in dispute',
    to: IN_DISPUTE,
    // The draft that replaces a recreated invoice has its own workflow.
    isFrom: ({ status }) => status !== IN_DISPUTE.status && status !== 'RECREATED',
    log: (id) => `In dispute: ${factsOf(facts, id).why}`,
    data: (id) => ({ runId: factsOf(facts, id).runId }),
  })
}

/** Where a dispute may end. */
export const DISPUTE_ENDS = {
  SENT,
  PAID,
  RETURNED,
  'TO APPROVE': TO_APPROVE,
} as const satisfies Record<string, State>
export type DisputeEnd = keyof typeof DISPUTE_ENDS

/** Two treasurers settled a dispute. @param valueDate of an invoice that is paid */
export async function settleDispute(
  context: TransactionAt,
  { invoiceId, runId, end, valueDate, log }: OfRun & { end: DisputeEnd; valueDate: Day | null; log: string },
): Promise<boolean> {
  const moved = await move(context, [invoiceId], {
    name: 'settle dispute',
    to: DISPUTE_ENDS[end],
    isFrom: isAt(IN_DISPUTE),
    opensRound: end === 'TO APPROVE',
    log,
    data: () => ({ runId, ...(valueDate === null ? {} : { paymentDate: valueDate }) }),
  })
  await storePaymentDates(
    context.tx,
    moved.map((id) => ({ id, day: valueDate })),
  )
  return moved.length > 0
}

/** An invoice that was paid without a payment run, as an entry of a statement proves. */
export async function payInvoiceByEntry(
  context: TransactionAt,
  { invoiceId, valueDate, log }: { invoiceId: number; valueDate: Day; log: string },
): Promise<void> {
  const ready = await lockReadyToPay(context.tx, [invoiceId])
  const common = { log, data: () => ({ paymentDate: valueDate }) }
  if (ready.has(invoiceId)) await move(context, [invoiceId], { ...common, name: 'payment sent', to: SENT })
  const moved = await move(context, [invoiceId], { ...common, name: 'paid', to: PAID, isFrom: isAt(SENT) })
  await storePaymentDates(
    context.tx,
    moved.map((id) => ({ id, day: valueDate })),
  )
}

function byInvoice<Facts extends OfRun>(rows: readonly Facts[]): Map<number, Facts> {
  return new Map(rows.map((row) => [row.invoiceId, row]))
}

function factsOf<Facts>(facts: ReadonlyMap<number, Facts>, id: number): Facts {
  const found = facts.get(id)
  if (!found) throw new Error(`Invoice ${id} was not requested`)
  return found
}

const isAt =
  (place: QueueStatus) =>
  ({ queue, status }: QueueStatus): boolean =>
    queue === place.queue && status === place.status

interface Moved {
  name: string
  to: State | 'where it waits for its payment'
  log: string | ((id: number) => string)
  data: (id: number) => EventData
  /** Whether an invoice moves from its place; all do by default. */
  isFrom?: (place: QueueStatus) => boolean
  opensRound?: boolean
}

async function move(
  context: TransactionAt,
  ids: readonly number[],
  { isFrom = () => true, to, ...moved }: Moved,
): Promise<number[]> {
  if (ids.length === 0) return []
  const { tx } = context
  const there = (await lockInvoices(tx, ids)).filter(isFrom)
  if (to === 'where it waits for its payment') {
    // Versions of one site may differ in where an invoice waits: each goes to its own version's place.
    const places = await waitingPlaces(tx, there)
    for (const definitionId of new Set(there.map((each) => each.definitionId))) {
      const instances = there.filter((each) => each.definitionId === definitionId)
      await moveInstances(context, instances, { ...moved, to: places.get(definitionId) ?? APPROVED })
    }
  } else await moveInstances(context, there, { ...moved, to })
  const done = there.map(({ objectId }) => objectId)
  await refreshInvoiceRows(tx, done)
  return done
}

/** The place of each version where its invoices wait for their payment. */
async function waitingPlaces(
  tx: Transaction,
  instances: readonly { definitionId: number }[],
): Promise<Map<number, State>> {
  const ids = [...new Set(instances.map(({ definitionId }) => definitionId))]
  if (ids.length === 0) return new Map()
  const steps = await tx
    .select({ id: workflowStep.definitionId, queue: workflowStep.fromQueue, status: workflowStep.fromStatus })
    .from(workflowStep)
    .where(and(inArray(workflowStep.definitionId, ids), eq(workflowStep.name, 'payment sent')))
  return new Map(
    steps.map(({ id, queue, status }) => [
      id,
      { ...APPROVED, queue: queue ?? APPROVED.queue, status: status ?? APPROVED.status },
    ]),
  )
}

/** What payment runs need to know about a step taken by hand. */
export interface StepByHand {
  invoiceId: number
  name: string
  toStatus: string
  paymentDate: Day | null
  comment: string
}

/** The newest run that an invoice is or was in, and the state of its payment there. */
export interface RunOfInvoice {
  runId: number
  /** "planned", "sent", "paid". */
  state: string
  /** Why it was taken out or rejected. */
  reason: string
  /** What the run takes off for early payment; null for nothing. */
  discount: Decimal | null
}

/** What is left of a credit, and the payments that take it off. */
export interface CreditOfInvoice {
  left: Decimal
  uses: readonly {
    runId: number
    /** The invoice that is paid less. */
    invoiceId: number
    amount: Decimal
    /** "planned", "sent", "paid". */
    state: string
  }[]
}

/** An open entry of the Bank inbox that is about an invoice. */
export interface EntryOfInvoice {
  id: number
  /** When it was booked; null for a status of its payment. */
  day: Day | null
  /** What the bank says, in a sentence. */
  words: string
}

/** Registered by the area of payment runs. */
interface RunsOfInvoices {
  /** Null for an invoice that is no credit. */
  creditOf(read: Read, invoiceId: number): Promise<CreditOfInvoice | null>
  of(read: Read, invoiceId: number): Promise<RunOfInvoice | null>
  /** What banks said of it that nothing explains yet, the oldest first. */
  entriesOf(read: Read, invoiceId: number): Promise<EntryOfInvoice[]>
  /** The value date of its newest payment that a bank made; null for none. */
  paidOn(read: Read, invoiceId: number): Promise<Day | null>
  /** Locks the run that pays the invoice, before the invoice itself: every code locks in this order. */
  hold(tx: Transaction, invoiceId: number): Promise<void>
  /** Notifies the run of a step. @throws DomainError where the run has to take it */
  step(context: TransactionAt, step: StepByHand): Promise<void>
}

let runs: RunsOfInvoices | null = null

/** Called at the start, as invoices must not depend on payment runs. */
export function registerRunsOfInvoices(known: RunsOfInvoices): void {
  runs = known
}

/** @throws Error when none is registered */
export function runsOfInvoices(): RunsOfInvoices {
  if (!runs) throw new Error('No payment runs are registered: call registerAreas() first')
  return runs
}
