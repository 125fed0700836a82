import type { BudgetTotals } from '~/domain/budgets/budget'
import { Big, type Decimal } from '~/domain/values/decimal'
import { showAmount, showExact, showFixed } from '~/domain/values/show'

interface Limits {
  /** Above zero. */
  budget: Decimal
  /** Percent of it. */
  treshold: Decimal | null
  currency: string | null
}

/** What the gauge of a budget draws and says: worked out of exact amounts, drawn as fractions of the budget. */
export function gaugeOf(
  { budget, treshold, currency }: Limits,
  { consumed, committed }: Pick<BudgetTotals, 'consumed' | 'committed'>,
) {
  const used = new Big(consumed).plus(committed)
  const left = new Big(budget).minus(used)
  const whole = [showAmount(budget), currency].filter(Boolean).join(' ')
  const limit = treshold === null ? null : new Big(budget).times(treshold).div(100)
  const state = left.lt(0) ? 'over' : limit !== null && used.gte(limit) ? 'near' : 'well'
  const part = (amount: Big | Decimal) => Number(new Big(amount).div(budget).toFixed(9))
  const percent = showFixed(used.div(budget).times(100).toFixed(), 2)
  const means = {
    over: `${showAmount(left.abs().toFixed())} beyond the budget`,
    near: `the threshold of ${showExact(treshold)} % is reached`,
    well: treshold === null || used.eq(0) ? '' : `below the threshold of ${showExact(treshold)} %`,
  }[state]
  const what = used.eq(0) ? 'Nothing' : showAmount(used.toFixed())
  return {
    state,
    part: part(consumed),
    further: part(committed),
    threshold: treshold === null ? undefined : Number(treshold) / 100,
    label: `${what} of ${whole} is used${used.eq(0) ? '' : ` (${percent} %)`}${means && `: ${means}`}`,
  } as const
}

/** What is left of a budget of another size, for as long as it is typed. */
export function leftOf(budget: Decimal, { consumed, committed }: BudgetTotals) {
  const remaining = new Big(budget).minus(consumed)
  return { remaining: remaining.toFixed(2), projected: remaining.minus(committed).toFixed(2) }
}
