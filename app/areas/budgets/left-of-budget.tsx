import type { Decimal } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import { Figure } from '~/ui/description/description'

const isBelowZero = (amount: Decimal) => amount.startsWith('-')

/** What is left of a budget: coloured only where nothing is. */
export function Left({ amount, currency }: { amount: Decimal; currency: string | null }) {
  const shown = showAmount(amount, currency)
  return isBelowZero(amount) ? <Figure coloured>{shown}</Figure> : shown
}

interface RemainingProps {
  remaining: Decimal
  projected: Decimal
  currency: string | null
}

/**
 * What remains of a budget, below zero in the colour of failure, above it in that of success (specification, section 4):
 * but in none where drafts under way will take more than it, as the projected amount beside it then has failed.
 */
export function Remaining({ remaining, projected, currency }: RemainingProps) {
  const contradicts = !isBelowZero(remaining) && isBelowZero(projected)
  return <Figure coloured={!contradicts}>{showAmount(remaining, currency)}</Figure>
}
