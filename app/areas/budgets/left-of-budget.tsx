import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import { Figure } from '~/ui/description/description'

/** What is left of a budget: coloured only where nothing is. */
export function Left({ amount }: { amount: Decimal }) {
  return new Big(amount).lt(0) ? <Figure coloured>{showAmount(amount)}</Figure> : showAmount(amount)
}

interface RemainingProps {
  remaining: Decimal
  projected: Decimal
}

/**
 * What remains of a budget, below zero in the colour of failure, above it in that of success (specification, section 4):
 * but in none where drafts under way will take more than it, as the projected amount beside it then has failed.
 */
export function Remaining({ remaining, projected }: RemainingProps) {
  const contradicts = new Big(remaining).gt(0) && new Big(projected).lt(0)
  return <Figure coloured={!contradicts}>{showAmount(remaining)}</Figure>
}
