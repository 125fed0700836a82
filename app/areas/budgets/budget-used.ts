import { Big, type Decimal } from '~/platform/values/decimal'
import type { BudgetTotals } from './budget'

interface Limits {
  /** Above zero. */
  budget: Decimal
  /** Percent of it; null while none is entered. */
  treshold: Decimal | null
}

interface Used {
  /** Consumed and committed in percent of the budget, two decimals. */
  percent: Decimal
  /** A cent beyond the budget is beyond it, though it rounds to 100.00 %. */
  state: 'below' | 'warning' | 'exceeded'
}

/** How much of a budget is used, and what that means (product decisions, section 4). */
export function usedOf(
  limits: Limits,
  { consumed, committed }: Pick<BudgetTotals, 'consumed' | 'committed'>,
): Used {
  const used = new Big(consumed).plus(committed)
  const percent = percentOf(used, limits)
  if (used.gt(limits.budget)) return { percent, state: 'exceeded' }
  return { percent, state: used.gt(0) && reachesThreshold(used, limits) ? 'warning' : 'below' }
}

/** An amount in percent of a budget, two decimals. */
export function percentOf(amount: Big, { budget }: Pick<Limits, 'budget'>): Decimal {
  return amount.times(100).div(budget).round(2, Big.roundHalfUp).toFixed(2)
}

/** Is an amount as large as the threshold of a budget, to the cent, whatever its percentage rounds to? */
export function reachesThreshold(amount: Big, { budget, treshold }: Limits): boolean {
  return treshold !== null && amount.times(100).gte(new Big(treshold).times(budget))
}
