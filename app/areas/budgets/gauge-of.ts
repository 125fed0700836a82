import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount, showExact } from '~/platform/values/show'
import type { BudgetCheck, BudgetTotals } from './budget'
import { usedOf } from './budget-used'
import { DRAFT_LEGEND } from './gauge-legend'

interface Limits {
  /** Above zero. */
  budget: Decimal
  /** Percent of it. */
  treshold: Decimal | null
  currency: string | null
}

/** How a gauge draws what the domain says of a budget; what no rate converts may be anything. */
const DRAWN = { below: 'well', warning: 'near', exceeded: 'over', 'no rate': 'near' } as const

/** What the gauge of a budget draws and says: worked out of exact amounts, drawn as fractions of the budget. */
export function gaugeOf(limits: Limits, totals: Pick<BudgetTotals, 'consumed' | 'committed'>) {
  const { budget, treshold, currency } = limits
  const { percent, state } = usedOf(limits, totals)
  const used = new Big(totals.consumed).plus(totals.committed)
  const whole = [showAmount(budget), currency].filter(Boolean).join(' ')
  const means = {
    exceeded: `${showAmount(used.minus(budget).toFixed())} beyond the budget`,
    warning: `the threshold of ${showExact(treshold)} % is reached`,
    below: treshold === null || used.eq(0) ? '' : `below the threshold of ${showExact(treshold)} %`,
  }[state]
  const what = used.eq(0) ? 'Nothing' : showAmount(used.toFixed())
  return {
    state: DRAWN[state],
    part: partOf(totals.consumed, budget),
    further: partOf(totals.committed, budget),
    threshold: treshold === null ? undefined : Number(treshold) / 100,
    label: `${what} of ${whole} is used${used.eq(0) ? '' : ` (${showAmount(percent)} %)`}${means && `: ${means}`}`,
  }
}

/** The same of a budget beside a draft: invoices and drafts of others first, then what this draft counts. */
export function gaugeOfCheck(
  { budget, others, invoiced, percent, treshold, state }: BudgetCheck,
  counted: Decimal,
) {
  return {
    part: partOf(invoiced, budget),
    further: partOf(new Big(others).minus(invoiced), budget),
    own: partOf(counted, budget),
    legend: DRAFT_LEGEND,
    threshold: Number(treshold) / 100,
    state: DRAWN[state],
    label: `${showAmount(percent)} % taken; it warns from ${showExact(treshold)} % on`,
  }
}

/** A part of more than 15 digits is drawn, not counted: floats will do. */
const partOf = (amount: Big | Decimal, budget: Decimal) => Number(new Big(amount).div(budget).toFixed(9))

/** What is left of a budget of another size, for as long as it is typed. */
export function leftOf(budget: Decimal, { consumed, committed }: BudgetTotals) {
  const remaining = new Big(budget).minus(consumed)
  return { remaining: remaining.toFixed(2), projected: remaining.minus(committed).toFixed(2) }
}
