import type { Read, Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { workflowInstance, workflowStep } from 'db/schema/workflow'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { showAmount, showDay } from '~/platform/values/show'
import { moveInstances } from '~/platform/workflow/start-instances.server'
import type { EventData, State } from '~/platform/workflow/types'
import { refreshInvoiceRows } from './stored-rows.server'

/** What a payment run does with its invoices: thousands at once, each by an event that names the run. */

const SENT: State = { queue: 'PAYMENT', status: 'SENT', class: 'success' }
const PAID: State = { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
const APPROVED: State = { queue: 'PAYMENT', status: 'APPROVED', class: 'success' }

const REJECTED = 'rejected by the bank'

/** Where an invoice waits for its payment: where the step "payment sent" of its own version starts. */
export const readyToPay = sql`exists (select from ${workflowStep} leads
  where leads.definition_id = ${workflowInstance.definitionId} and leads.name = 'payment sent'
    and leads.from_queue = ${workflowInstance.queue}
    and (leads.from_status is null or leads.from_status = ${workflowInstance.status}))`

/** Locks invoices in the order of their ids. @returns those that are ready to be paid */
export async function lockReadyToPay(tx: Transaction, invoiceIds: readonly number[]): Promise<Set<number>> {
  if (invoiceIds.length === 0) return new Set()
  await lockAll(tx, invoiceIds)
  const ready = await tx
    .select({ id: workflowInstance.objectId })
    .from(workflowInstance)
    .where(and(eq(workflowInstance.kind, 'invoice'), isOneOf(invoiceIds), readyToPay))
  return new Set(ready.map(({ id }) => id))
}

const isOneOf = (ids: readonly number[]) =>
  sql`${workflowInstance.objectId} in (select id::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) given(id))`

const lockAll = (tx: Transaction, ids: readonly number[]) =>
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
    .where(and(eq(workflowInstance.kind, 'invoice'), isOneOf(ids)))
    .orderBy(asc(workflowInstance.objectId))
    .for('update')

interface RunEvent {
  runId: number
  now: Date
}

interface Sent {
  invoiceId: number
  /** Of the account that it is paid to. */
  accountHash: string
  /** What is taken off for early payment; null for nothing. */
  discount: Decimal | null
}

/** The invoices of a run are sent to the bank. */
export async function sendInvoices(
  tx: Transaction,
  invoices: readonly Sent[],
  { runId, by, now }: RunEvent & { by: string },
): Promise<void> {
  const sent = new Map(invoices.map((each) => [each.invoiceId, each]))
  const discountOf = (id: number) => sent.get(id)?.discount ?? null
  await move(tx, [...sent.keys()], {
    name: 'payment sent',
    to: SENT,
    now,
    log: (id) =>
      `Sent with payment run ${runId} by ${by}${discountOf(id) === null ? '' : `, less a discount of ${showAmount(discountOf(id))}`}`,
    data: (id) => ({
      runId,
      accountHash: sent.get(id)?.accountHash ?? null,
      ...(discountOf(id) === null ? {} : { discount: discountOf(id) }),
    }),
  })
}

/** The bank paid them. Those that are paid already stay as they are. */
export async function settleInvoices(
  tx: Transaction,
  paid: readonly { invoiceId: number; valueDate: Day }[],
  { runId, now }: RunEvent,
): Promise<void> {
  const days = new Map(paid.map(({ invoiceId, valueDate }) => [invoiceId, valueDate]))
  const moved = await move(tx, [...days.keys()], {
    name: 'paid',
    to: PAID,
    now,
    only: SENT,
    log: (id) => `Paid by the bank with payment run ${runId}, value date ${showDay(days.get(id) ?? null)}`,
    data: (id) => ({ runId, paymentDate: days.get(id) ?? null }),
  })
  const rows = moved.map((id) => ({ id, day: days.get(id) }))
  await tx.execute(sql`update ${invoice} set payment_date = paid.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as paid (id bigint, day date) where ${invoice.id} = paid.id`)
}

/** The bank did not pay them: they wait to be paid again (product decisions, section 11). */
export async function returnInvoices(
  tx: Transaction,
  rejected: readonly { invoiceId: number; reason: string }[],
  { runId, now }: RunEvent,
): Promise<void> {
  const reasons = new Map(rejected.map(({ invoiceId, reason }) => [invoiceId, reason]))
  await move(tx, [...reasons.keys()], {
    name: REJECTED,
    to: APPROVED,
    now,
    only: SENT,
    log: (id) => `Rejected by the bank, payment run ${runId}: ${reasons.get(id)}`,
    data: (id) => ({ runId, reason: reasons.get(id) ?? '' }),
  })
}

interface Moved {
  name: string
  to: State
  now: Date
  log: string | ((id: number) => string)
  data: (id: number) => EventData
  /** Only those that are at this status. */
  only?: State
}

async function move(tx: Transaction, ids: readonly number[], { only, ...moved }: Moved): Promise<number[]> {
  if (ids.length === 0) return []
  const held = await lockAll(tx, ids)
  const there = only
    ? held.filter(({ queue, status }) => queue === only.queue && status === only.status)
    : held
  const back = moved.name === REJECTED ? await waitingPlaces(tx, there) : new Map<number, State>()
  // Versions of one site may differ in where an invoice waits: each goes to its own version's place.
  for (const definitionId of new Set(there.map((each) => each.definitionId))) {
    const to = back.get(definitionId) ?? moved.to
    const instances = there.filter((each) => each.definitionId === definitionId)
    await moveInstances(tx, instances, { ...moved, to })
  }
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
  now: Date
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

/** Registered by the area of payment runs. */
interface RunsOfInvoices {
  of(read: Read, invoiceId: number): Promise<RunOfInvoice | null>
  /** Locks the run that pays the invoice, before the invoice itself: every code locks in this order. */
  hold(tx: Transaction, invoiceId: number): Promise<void>
  /** Notifies the run of a step. @throws DomainError where the run has to take it */
  step(tx: Transaction, step: StepByHand): Promise<void>
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
