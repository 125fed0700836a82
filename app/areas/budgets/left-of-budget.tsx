import type { Decimal } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import { Figure } from '~/ui/description/description'
import type { BudgetState } from './budget-figures'

const isBelowZero = (amount: Decimal) => amount.startsWith('-')

/** What is left of a budget: coloured only where nothing is. */
export function Left({ amount, currency }: { amount: Decimal; currency: string | null }) {
  const shown = showAmount(amount, currency)
  return isBelowZero(amount) ? <Figure coloured>{shown}</Figure> : shown
}

interface RemainingProps {
  remaining: Decimal
  currency: string | null
  /** What the use of the budget means; without it the amount is not green. */
  state: BudgetState | undefined
}

/**
 * What remains of a budget, below zero in the colour of failure, above it in that of success (specification, section 4):
 * but in none from the threshold on, as the use beside it warns then.
 */
export function Remaining({ remaining, currency, state }: RemainingProps) {
  const isColoured = isBelowZero(remaining) || state === 'below'
  return <Figure coloured={isColoured}>{showAmount(remaining, currency)}</Figure>
}
