import { isAmong } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { payment, paymentRun } from 'db/schema/payments'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import {
  type CreditOfInvoice,
  lockInvoices,
  type StepByHand,
  sendInvoices,
  settleInvoices,
} from '~/areas/invoices/paid-in-runs.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import {
  STEP_REFUSED,
  type StepInput,
  type StepRequest,
  stepsFrom,
  type WorkflowHandlers,
} from '~/platform/objects/take-step.server'
import type { TransactionAt } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { rolesByStep, TWO_APPROVALS } from '~/platform/workflow/history.server'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import type { EventData, FourEyesRoles, Instance } from '~/platform/workflow/types'
import { payingCalendars, payingInRun, whyNotOn } from './bank-days.server'
import { makeFiles, withdrawFiles } from './bank-files/make-files.server'
import { openEntriesAbout } from './bank-inbox/batch-entries.server'
import { creditLeft, followCredits, usesOfCredit } from './credits.server'
import { formatPaymentCount } from './make-run.server'
import { isAwaited, type Payment, type PaymentState, TO_LEAVE } from './payment'
import {
  entitiesOf,
  hashOfPayments,
  paymentsOf,
  plannedInvoices,
  runById,
  runEventData,
  runOfInvoice,
} from './read-run.server'

/** Who made a run, and who approved it in this round: three people (product decisions, section 11). */
export async function runMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<FourEyesRoles> {
  const made = await rolesByStep(read, objectId, null, { maker: ['make run'] })
  const approved = await rolesByStep(read, objectId, round, TWO_APPROVALS)
  return { ...made, ...approved }
}

export interface RunStepInput extends StepInput {
  /** Hash of the payments that the form showed; null when the caller did not send it. */
  paymentsSeen?: string | null
  /** The day on which the banks are to pay instead, as the files are made; null to keep that of the run. */
  executionDate?: Day | null
}

/** The effect that makes the files of a run. */
export const MAKE_FILES = 'make the files'

/**
 * The day on which the banks are to pay, as the files are made: that of the run, or the one given in its place.
 * @throws DomainError invalid where it is in the past or no bank day, with the next one; refused where a payment cannot
 * go on with another day
 */
async function settleDay(
  context: UserWriteContext,
  { objectId }: Instance,
  { step, input: { executionDate: given = null } }: StepRequest<RunStepInput, void>,
): Promise<EventData> {
  if (step.effect !== MAKE_FILES) return {}
  const { tx, today } = context
  const { executionDate: planned } = await runById(tx, objectId)
  const day = given ?? planned
  const calendars = await payingCalendars(context, await payingInRun(tx, objectId))
  const why = whyNotOn(day, calendars, today)
  if (why !== null)
    throw new DomainError('invalid', why, { title: STEP_REFUSED, fields: { executionDate: why } })
  if (day === planned) return { executionDate: day }
  await tx.update(paymentRun).set({ executionDate: day }).where(eq(paymentRun.id, objectId))
  // Discounts may end before that day.
  refuseStopped(await plannedPayments(tx, objectId))
  return { executionDate: day, executionDateBefore: planned }
}

const plannedPayments = async (read: Read, runId: number) =>
  (await paymentsOf(read, runId)).filter(({ state }) => state === 'planned')

/** @throws DomainError refused, with a line for each payment that must be taken out */
function refuseStopped(planned: readonly Payment[]): void {
  const stopped = planned.filter((each) => each.stopped !== null)
  if (stopped.length > 0)
    throw new DomainError(
      'refused',
      `${formatPaymentCount(stopped.length)} of this run cannot go on. Take ${stopped.length === 1 ? 'it' : 'them'} out with a reason, then choose again.`,
      {
        title: STEP_REFUSED,
        list: stopped
          .slice(0, 20)
          .map(({ invoiceId, creditor, stopped: why }) => `Invoice ${invoiceId} of ${creditor.name}: ${why}`),
      },
    )
}

/**
 * Checks that every payment of the run may still go ahead and is what was seen. Locks bank details until the
 * transaction ends.
 * @throws DomainError refused, with a line for each payment that must be taken out
 */
async function assertUnchanged(
  { tx }: UserWriteContext,
  { objectId }: Instance,
  { input: { paymentsSeen = null } }: StepRequest<RunStepInput, void>,
): Promise<EventData> {
  await lockInvoices(tx, await plannedInvoices(tx, objectId))
  const planned = await plannedPayments(tx, objectId)
  if (planned.length === 0)
    throw new DomainError('refused', 'No payment is left in this run. Cancel it.', { title: STEP_REFUSED })
  if (paymentsSeen !== null && paymentsSeen !== hashOfPayments(planned))
    throw new DomainError(
      'conflict',
      'The payments of this run changed after you opened this page. Check them, then decide again.',
      { title: STEP_REFUSED },
    )
  refuseStopped(planned)
  return runEventData(planned)
}

async function send(context: UserWriteContext, { objectId: runId }: Instance): Promise<void> {
  const { tx, now } = context
  const sent = await tx
    .update(payment)
    .set({ state: 'sent', updateDate: now })
    .where(and(eq(payment.runId, runId), eq(payment.state, 'planned')))
    .returning({
      id: payment.id,
      invoiceId: payment.invoiceId,
      accountHash: payment.accountHash,
      discount: payment.discount,
      currency: payment.currency,
      amount: payment.amount,
    })
  await sendInvoices(context, runId, sent)
  await settleWithoutBank(
    context,
    runId,
    sent.filter(({ amount }) => new Big(amount).eq(0)),
  )
}

/** Credits leave nothing to pay of these: no bank has to answer. */
async function settleWithoutBank(
  context: TransactionAt,
  runId: number,
  payments: readonly { id: number; invoiceId: number }[],
): Promise<void> {
  if (payments.length === 0) return
  const { tx, now } = context
  const ids = payments.map(({ id }) => id)
  const { executionDate: valueDate } = await runById(tx, runId)
  await tx.update(payment).set({ state: 'paid', valueDate, updateDate: now }).where(isAmong(payment.id, ids))
  await settleInvoices(
    context,
    payments.map(({ invoiceId }) => ({ invoiceId, runId, valueDate })),
    'credits',
  )
  await followCredits(context, ids)
  await settleIfAnswered(context, runId)
}

/** All payments of a cancelled run wait for another one. */
async function releasePayments(
  { tx, now }: TransactionAt,
  { objectId: runId }: Pick<Instance, 'objectId'>,
): Promise<void> {
  await tx
    .update(payment)
    .set({ state: 'taken out', reason: 'The run was cancelled', updateDate: now })
    .where(and(eq(payment.runId, runId), sql`${payment.state} = 'planned'`))
}

/** The steps of a payment run. */
export const runWorkflow: WorkflowHandlers<RunStepInput> = {
  kinds: ['payment run'],
  // Bank details first, then the run, its invoices last, like all code that pays.
  async before({ tx }, runId) {
    for (const id of await entitiesOf(tx, runId)) await holdBankDetails(tx, id)
  },
  marks: ({ read }, instance) => runMarks(read, instance),
  conditions: { 'payments as approved': assertUnchanged },
  conditionsOfEveryStep: { 'files for a bank day': settleDay },
  effects: {
    [MAKE_FILES]: makeFiles,
    'withdraw the files': withdrawFiles,
    'send the invoices': send,
    'release the invoices': releasePayments,
  },
  nameOf: (runId) => `Payment run ${runId}`,
}

/** Once the bank has answered all payments of a sent run, SYSTEM settles it; its row must be locked. */
export async function settleIfAnswered({ tx, now }: TransactionAt, runId: number): Promise<void> {
  const states = await tx
    .select({ state: payment.state, count: sql<number>`count(*)::int` })
    .from(payment)
    .where(eq(payment.runId, runId))
    .groupBy(payment.state)
  const count = (state: PaymentState) => states.find((each) => each.state === state)?.count ?? 0
  if (states.some(({ state }) => isAwaited(state as PaymentState))) return
  const instance = await lockInstance(tx, runId)
  const [step] = stepsFrom(await stepsOfInstance(tx, instance), instance).filter(
    ({ name }) => name === 'settle',
  )
  if (!step) return
  await moveInstance(tx, instance, {
    type: 'system',
    name: step.name,
    stepId: step.id,
    who: null,
    now,
    to: { queue: step.toQueue, status: step.toStatus, class: step.toClass },
    log: `${count('paid')} paid, ${count('rejected')} rejected${count('returned') === 0 ? '' : `, ${count('returned')} returned`} by the bank`,
    data: { paid: count('paid'), rejected: count('rejected'), returned: count('returned') },
  })
}

/** The run that may still pay an invoice; null for none. */
async function payingRun(read: Read, invoiceId: number) {
  const [found] = await read
    .select({ id: payment.id, runId: payment.runId, state: payment.state })
    .from(payment)
    .where(and(eq(payment.invoiceId, invoiceId), inArray(payment.state, [...TO_LEAVE])))
  return found ?? null
}

/** @throws DomainError refused for a credit that payments take off */
async function refuseUsedCredit(tx: Transaction, creditId: number): Promise<void> {
  const [use] = await usesOfCredit(tx, creditId)
  if (!use) return
  const { runId, invoiceId, state } = use
  throw new DomainError(
    'refused',
    `Payment run ${runId} takes this credit off invoice ${invoiceId}. ${state === 'planned' ? 'Take that invoice out of the run first: open the run under Payment runs.' : 'What is left of it is taken off by the next run.'}`,
    { title: STEP_REFUSED },
  )
}

async function creditOf(read: Read, invoiceId: number): Promise<CreditOfInvoice | null> {
  const left = await creditLeft(read, invoiceId)
  return left === null ? null : { left, uses: await usesOfCredit(read, invoiceId) }
}

/** What invoices need from runs when a step is taken by hand. */
export const paymentRunsOfInvoices = {
  of: runOfInvoice,
  entriesOf: openEntriesAbout,
  creditOf,

  async paidOn(read: Read, invoiceId: number): Promise<Day | null> {
    const [newest] = await read
      .select({ valueDate: payment.valueDate })
      .from(payment)
      .where(and(eq(payment.invoiceId, invoiceId), isNotNull(payment.valueDate)))
      .orderBy(desc(payment.id))
      .limit(1)
    return newest?.valueDate ?? null
  },

  async hold(tx: Transaction, invoiceId: number): Promise<void> {
    const run = await payingRun(tx, invoiceId)
    const uses = await usesOfCredit(tx, invoiceId)
    const runIds = new Set([...(run ? [run.runId] : []), ...uses.map(({ runId }) => runId)])
    for (const runId of [...runIds].sort((a, b) => a - b)) await lockInstance(tx, runId)
  },

  async step(
    context: TransactionAt,
    { invoiceId, name, toStatus, paymentDate, comment }: StepByHand,
  ): Promise<void> {
    const { tx, now } = context
    if (name === 'payment sent' || toStatus === 'CANCELLED') await refuseUsedCredit(tx, invoiceId)
    const run = await payingRun(tx, invoiceId)
    if (!run) return
    const isPlanned = run.state === 'planned'
    if (isPlanned && (name === 'payment sent' || toStatus === 'CANCELLED'))
      throw new DomainError(
        'refused',
        `The invoice is in payment run ${run.runId}. ${name === 'payment sent' ? 'It is sent with the run' : 'Take it out of the run first'}: open the run under Payment runs.`,
        { title: STEP_REFUSED },
      )
    if (isPlanned || (name !== 'paid' && name !== 'payment rejected')) return
    const answered =
      name === 'paid'
        ? { state: 'paid', valueDate: paymentDate }
        : { state: 'rejected', reason: comment.trim() }
    await tx
      .update(payment)
      .set({ ...answered, updateDate: now })
      .where(eq(payment.id, run.id))
    await followCredits(context, [run.id])
    await settleIfAnswered(context, run.runId)
  },
}

/** A payment run for code that knows only its kind. */
export const runObject: ObjectKind = {
  functions: ['payments'],
  list: '/payments',
  completed: ['SETTLED', 'CANCELLED'],
  atWork: {
    label: 'Payment run',
    joins: [left(paymentRun, eq(paymentRun.id, place.objectId))],
    title: sql`concat(${paymentRun.id}, ' to pay on ', to_char(${paymentRun.executionDate}, 'DD/MM/YYYY'))`,
    // Of one currency; a run of several has no single amount.
    amount: sql`(select case when count(distinct p.currency) = 1 then sum(p.amount) end from ${payment} p
      where p.run_id = place.object_id and p.state <> 'taken out')`,
    currency: sql`(select case when count(distinct p.currency) = 1 then min(p.currency) end from ${payment} p
      where p.run_id = place.object_id and p.state <> 'taken out')`,
    calendar: sql`null::text`,
    facts: sql`(select concat(count(*), ' payments') from ${payment} p
      where p.run_id = place.object_id and p.state <> 'taken out')`,
    revision: sql`null::int`,
  },
  steps: objectSteps(runWorkflow),
}
