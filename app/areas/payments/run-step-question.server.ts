import type { UserContext } from '~/areas/access/user-context'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { counted, formatList, showDay, showInstant, showMoney } from '~/platform/values/show'
import type { StepQuestion } from '~/platform/workflow/confirmed-steps'
import type { Payment } from './payment'
import { pointsToCheck } from './points-to-check'
import { type RunView, runView } from './run-view.server'
import type { ConfirmedRunStep } from './workflow-rules'

/** What a payee gets from a run, in one currency. */
export interface PayeeTotal {
  name: string
  payments: number
  total: Decimal
  currency: string
}

/** The question before a step of a run: what it pays to whom, and what its form sends. */
export interface RunStepQuestion extends StepQuestion {
  payees: PayeeTotal[]
  paymentsHash: string
  /** The day that the files would have instead of that of the run, and why; null for any other step. */
  otherDay: RunView['otherDay']
}

/** Accounts below zero that are named one by one; the page of the run has all. */
const MAX_SHORT = 3

/** Largest amounts first; the others are counted in one line for each currency. */
const MAX_PAYEES = 6

/** @throws DomainError not-found */
export async function runStepQuestion(
  context: UserContext,
  runId: number,
  step: ConfirmedRunStep,
): Promise<RunStepQuestion> {
  const view = await runView(context, runId)
  const { run, accounts } = view
  const payments = view.payments.filter(({ state }) => state !== 'taken out')
  const total = formatList(view.totals.map((each) => showMoney(each.total, each.currency)))
  return {
    ...wordsOf(step, { view, total, timeZone: context.timeZone }),
    facts: [
      { term: 'Total', value: total },
      { term: 'Pay on', value: showDay(run.executionDate) },
      { term: 'Payments', value: String(payments.length) },
      { term: 'Accounts that pay', value: String(accounts.length) },
    ],
    warnings: warningsOf(view),
    payees: payeesOf(payments),
    paymentsHash: view.paymentsHash,
    otherDay: step === 'make the files' ? view.otherDay : null,
    off: `You cannot take this step of payment run ${runId} now. Its events show who acts next.`,
  }
}

interface Words {
  view: RunView
  /** "640,478.65 EUR" */
  total: string
  timeZone: string
}

function wordsOf(
  step: ConfirmedRunStep,
  { view, total, timeZone }: Words,
): Pick<StepQuestion, 'title' | 'text' | 'button'> {
  const run = `payment run ${view.run.id}`
  if (step === 'first approval')
    return {
      title: `Approve ${run}?`,
      text: 'You give the first approval. A third person gives the second one.',
      button: `Approve ${total}`,
    }
  if (step === 'second approval') {
    const first = view.history.find(
      ({ name, round }) => name === 'first approval' && round === view.instance.round,
    )
    const after = first ? ` after ${first.whoName} (${showInstant(first.at, timeZone)})` : ''
    return {
      title: `Approve ${run}?`,
      text: `You give the second approval${after}. The bank files can then be created.`,
      button: `Approve ${total}`,
    }
  }
  if (step === 'make the files')
    return {
      title: `Create the bank files of ${run}?`,
      text: 'The files pay these amounts once they are uploaded to the banks.',
      button: `Create files for ${total}`,
    }
  return {
    title: `Mark ${run} as sent?`,
    text: 'Its invoices become SENT and wait for the answers of the banks. This cannot be undone.',
    button: `Mark ${total} as sent`,
  }
}

function warningsOf(view: RunView): string[] {
  const { stopped } = view
  const points = pointsToCheck(view)
  const warnings = points.filter(({ kind }) => kind === 'warning')
  const short = points.filter(({ kind, invoiceId }) => kind === 'failed' && invoiceId === null)
  return [
    ...short.slice(0, MAX_SHORT).map(({ title, what }) => `${title}. ${what}`),
    ...(short.length > MAX_SHORT
      ? [`${counted(short.length - MAX_SHORT, 'more account goes', 'more accounts go')} below zero.`]
      : []),
    ...(stopped > 0 ? [`${counted(stopped, 'payment')} cannot go on. Take out what is stopped first.`] : []),
    ...(warnings.length > 0
      ? [`${counted(warnings.length, 'point is', 'points are')} still to check. This step accepts them.`]
      : []),
  ]
}

function payeesOf(payments: readonly Payment[]): PayeeTotal[] {
  const groups = groupedBy(payments, ({ creditor, currency }) => `${currency} ${creditor.name}`)
  const all = [...groups.values()]
    .flatMap((own) => (own[0] ? { own, first: own[0] } : []))
    .map(({ own, first }) => ({ name: first.creditor.name, ...sumOf(own, first.currency) }))
    .sort((a, b) => new Big(b.total).cmp(a.total))
  if (all.length <= MAX_PAYEES) return all
  const others = groupedBy(all.slice(MAX_PAYEES), ({ currency }) => currency)
  return [
    ...all.slice(0, MAX_PAYEES),
    ...[...others].map(([currency, own]) => ({
      name: counted(own.length, 'other payee'),
      payments: own.reduce((count, each) => count + each.payments, 0),
      total: sum(own.map((each) => each.total)).toFixed(2),
      currency,
    })),
  ]
}

const sumOf = (payments: readonly Payment[], currency: string) => ({
  payments: payments.length,
  total: sum(payments.map(({ amount }) => amount)).toFixed(2),
  currency,
})
