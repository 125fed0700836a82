import { Big, type Decimal } from '~/platform/values/decimal'
import { formatList, showAmount, showDay, showIban, showMoney } from '~/platform/values/show'
import { NO_REASON } from './bank-inbox/decision'
import { type AccountTotal, BEFORE_FILES, type Payment, type TakenByRuns } from './payment'
import type { RunView } from './run-view.server'

/** What a person looks at before a run goes on. */
export interface RunPoint {
  /** `failed` stops it, or takes an account below zero. */
  kind: 'failed' | 'warning'
  /** "Brumalis Fonds SICAV goes below zero" */
  title: string
  /** Why, in sentences. */
  what: string
  amount: Decimal | null
  currency: string
  /** The invoice whose payment it is; null where it is no single one. */
  invoiceId: number | null
}

type Run = Pick<RunView, 'instance' | 'payments' | 'accounts' | 'answers'>

/** The points of a run, those that stop it first. */
export function pointsToCheck({ instance, payments, accounts, answers }: Run): RunPoint[] {
  const planned = payments.filter(({ state }) => state === 'planned')
  const stopped = planned.flatMap((payment) => (payment.stopped === null ? [] : [stoppedPoint(payment)]))
  const short = BEFORE_FILES.includes(instance.status) ? accounts.flatMap(shortPoint) : []
  const open = answers.flatMap((answer) => answer.open.map(answerPoint))
  return [...stopped, ...short, ...reminders(planned), ...warningPoints(planned), ...open]
}

/** Warnings repeated to every approver: attempts after one that failed, and bills that are alike. */
function reminders(planned: readonly Payment[]): RunPoint[] {
  return planned.flatMap(({ attempt, attemptReason, duplicate, creditor, amount, currency, invoiceId }) => {
    const point = (title: string, what: string): RunPoint => ({
      kind: 'warning',
      title,
      what,
      amount,
      currency,
      invoiceId,
    })
    return [
      ...(attempt > 1
        ? [
            point(
              `Invoice ${invoiceId} of ${creditor.name} is paid again: attempt ${attempt}`,
              `The payment before failed: ${attemptReason || NO_REASON}.`,
            ),
          ]
        : []),
      ...(duplicate === null
        ? []
        : [point(`Invoice ${invoiceId} of ${creditor.name} may be a duplicate`, duplicate)]),
    ]
  })
}

const stoppedPoint = ({ creditor, stopped, amount, currency, invoiceId }: Payment): RunPoint => ({
  kind: 'failed',
  title: `The payment to ${creditor.name} is stopped`,
  what: `${stopped} Take it out, then the run can go on.`,
  amount,
  currency,
  invoiceId,
})

/** An account that a run takes below zero, together with what other runs under way take; none where it does not. */
export function shortPoint(account: AccountTotal): RunPoint[] {
  const { name, iban, currency, balance, leftOut, total, others, after } = account
  if (balance === null || after === null || new Big(after).gte(0)) return []
  const unsound = leftOut === null ? '' : ` (that of ${showDay(leftOut)} does not add up)`
  const pays = `balance of ${showDay(balance.day)} ${showAmount(balance.amount, currency)}${unsound}, pays ${showMoney(total, currency)}`
  const besides = others === null ? '' : `, and ${takenInWords(others, currency)} besides`
  return [
    {
      kind: 'failed',
      title: `${name} goes below zero`,
      what: `${showIban(iban)}: ${pays}${besides}.`,
      amount: after,
      currency,
      invoiceId: null,
    },
  ]
}

/** Runs that a sentence names one by one. */
const NAMED_RUNS = 3

/** "run 12 takes 300.00 EUR", "runs 12, 13, 14 and 2 more take 300.00 EUR" */
export function takenInWords({ runs, total }: TakenByRuns, currency: string): string {
  const named = runs.slice(0, NAMED_RUNS).map(String)
  const more = runs.length > NAMED_RUNS ? [`${runs.length - NAMED_RUNS} more`] : []
  const money = showMoney(total, currency)
  return runs.length === 1
    ? `run ${named[0]} takes ${money}`
    : `runs ${formatList([...named, ...more])} take ${money}`
}

/** Each warning once, at the first payment that has it. */
function warningPoints(planned: readonly Payment[]): RunPoint[] {
  const seen = new Set<string>()
  return planned.flatMap(({ warnings, creditor, amount, currency, invoiceId }) =>
    warnings.flatMap((what): RunPoint[] => {
      if (seen.has(what)) return []
      seen.add(what)
      return [{ kind: 'warning', title: creditor.name, what, amount, currency, invoiceId }]
    }),
  )
}

const answerPoint = (what: string): RunPoint => ({
  kind: 'warning',
  title: 'Answer of the bank',
  what,
  amount: null,
  currency: '',
  invoiceId: null,
})

/** How many of them a page lists; the list of payments has all. */
export const MAX_POINTS = 10
