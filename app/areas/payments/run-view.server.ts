import type { Read } from 'db/database'
import { bankAnswer } from 'db/schema/payments'
import { desc, sql } from 'drizzle-orm'
import { isAllowed, stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { nextStepsOf, stepsFrom } from '~/platform/objects/take-step.server'
import { nextBankDay } from '~/platform/values/bank-days'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { workflowProgress } from '~/platform/workflow/workflow-progress'
import { type AnswerLine, describeOutcomes, type LineOutcome } from './answer-lines'
import { payingCalendars, payingInRun, whyNotOn } from './bank-days.server'
import { BEFORE_FILES, totalsOf } from './payment'
import { accountTotals, filesOf, hashOfPayments, paymentsOf, runById } from './read-run.server'
import { MAKE_FILES, runMarks } from './workflow.server'

/** A file of a bank that names payments of a run: what it said of them. */
export interface RunAnswer {
  id: number
  kind: string
  fileName: string
  receivedAt: Date
  words: string
  /** What needs a person: amounts that differ, money that came back. */
  open: string[]
}

/** What is in the Bank inbox, or changed an invoice that was paid. */
const OPEN: readonly LineOutcome[] = [
  'differs',
  'returned',
  'charges',
  'paid twice',
  'contradiction',
  'verification of payee',
]

async function answersOf(read: Read, runId: number): Promise<RunAnswer[]> {
  const { id, kind, fileName, receivedAt, lines } = bankAnswer
  const rows = await read
    .select({ id, kind, fileName, receivedAt, lines })
    .from(bankAnswer)
    .where(sql`${lines} @> ${JSON.stringify([{ runId }])}::jsonb`)
    .orderBy(desc(id))
  return rows.map(({ lines: all, ...row }) => {
    const own = (all as AnswerLine[]).filter((line) => line.runId === runId)
    const open = own.filter(({ outcome }) => OPEN.includes(outcome))
    // An entry that names several payments is one point.
    const byEntry = new Map(open.map(({ entryId, words }) => [entryId, words]))
    return { ...row, words: describeOutcomes(own), open: [...byEntry.values()] }
  })
}

/** One run as its page and its call show it. @throws DomainError not-found */
export async function runView(context: UserContext, runId: number) {
  const { read, actor } = context
  const run = await runById(read, runId)
  const [instance, payments, files, history, answers] = await Promise.all([
    instanceById(read, runId),
    paymentsOf(read, runId),
    filesOf(read, runId),
    historyOf(read, runId),
    answersOf(read, runId),
  ])
  const counted = payments.filter(({ state }) => state !== 'taken out')
  const planned = counted.filter(({ state }) => state === 'planned')
  const [steps, marks, accounts] = await Promise.all([
    stepsOfInstance(read, instance),
    runMarks(read, instance),
    accountTotals(read, counted, runId),
  ])
  const makesFiles = stepsFrom(steps, instance).some(({ effect }) => effect === MAKE_FILES)
  return {
    run,
    instance,
    payments,
    files,
    history,
    answers,
    accounts,
    totals: totalsOf(counted),
    /** What was taken off for credits, by currency. */
    credits: totalsOf(
      counted.flatMap(({ credits, currency }) => credits.map(({ amount }) => ({ amount, currency }))),
    ),
    stopped: planned.filter(({ stopped }) => stopped !== null).length,
    /** Hash of the payments that a step would move: a form sends the one that it showed. */
    paymentsHash: hashOfPayments(planned),
    /** The day that the files would have instead of that of the run, and why; null where that one holds. */
    otherDay: makesFiles ? await otherDay(context, run) : null,
    mayTakeOut:
      BEFORE_FILES.includes(instance.status) &&
      actor.queues.includes('PAYMENT') &&
      isAllowed(actor, 'payments', 'update'),
    steps: nextStepsOf(steps, stepTaker(actor), instance, marks),
    progress: workflowProgress(instance, steps, history),
  }
}

async function otherDay(
  context: Context,
  { id, executionDate }: Awaited<ReturnType<typeof runById>>,
): Promise<{ day: Day; why: string } | null> {
  const { read, today } = context
  const calendars = await payingCalendars(context, await payingInRun(read, id))
  const why = whyNotOn(executionDate, calendars, today)
  return why === null
    ? null
    : { day: nextBankDay(executionDate < today ? today : executionDate, calendars), why }
}

export type RunView = Awaited<ReturnType<typeof runView>>
