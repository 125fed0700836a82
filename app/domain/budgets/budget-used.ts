import { Big, type Decimal } from '~/domain/values/decimal'
import type { BudgetRow } from './budget'

interface Used {
  /** Consumed and committed in percent of the budget, two decimals. */
  percent: Decimal
  /** A cent beyond the budget is beyond it, though it rounds to 100.00 %. */
  state: 'below' | 'warning' | 'exceeded'
}

/** How much of a budget is used, and what that means (product decisions, section 4). */
export function usedOf({
  budget,
  treshold,
  consumed,
  committed,
}: Pick<BudgetRow, 'budget' | 'treshold' | 'consumed' | 'committed'>): Used {
  const used = new Big(consumed).plus(committed)
  const percent = used.times(100).div(budget).round(2, Big.roundHalfUp).toFixed(2)
  if (used.gt(budget)) return { percent, state: 'exceeded' }
  const warns = used.gt(0) && used.times(100).gte(new Big(treshold).times(budget))
  return { percent, state: warns ? 'warning' : 'below' }
}
