import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount, showDay, showIban, showMoney } from '~/platform/values/show'
import { NO_REASON } from './bank-inbox/decision'
import { BEFORE_FILES, type Payment } from './payment'
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

/** What everyone who approves is told again: attempts after one that failed, and bills that are alike. */
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

function shortPoint({ name, iban, currency, balance, total, after }: Run['accounts'][number]): RunPoint[] {
  if (balance === null || after === null || new Big(after).gte(0)) return []
  return [
    {
      kind: 'failed',
      title: `${name} goes below zero`,
      what: `${showIban(iban)}: balance of ${showDay(balance.day)} ${showAmount(balance.amount, currency)}, pays ${showMoney(total, currency)}.`,
      amount: after,
      currency,
      invoiceId: null,
    },
  ]
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
