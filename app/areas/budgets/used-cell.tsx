import { showAmount } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { BudgetRow } from './budget'
import { usedOf } from './budget-used'

/** How much of a budget is used in percent; from the threshold on it warns, beyond the budget it has failed. */
export function UsedCell({ row }: { row: BudgetRow }) {
  const { percent, state } = usedOf(row, row)
  const text = `${showAmount(percent)} %`
  if (state === 'below') return text
  return (
    <>
      <Badge kind={state === 'exceeded' ? 'failed' : 'warning'} status={text} />
      <span className="hidden-text">{state === 'exceeded' ? ' exceeded' : ' threshold reached'}</span>
    </>
  )
}

/** The amount of a budget; while it is amended, behind the one that is in force. */
export function BudgetCell({ row }: { row: BudgetRow }) {
  const amount = showAmount(row.budget)
  if (!isAmended(row)) return amount
  return (
    <>
      <span className="muted">
        {showAmount(row.in_force)} <span className="hidden-text">in force</span>
        <span aria-hidden="true">→</span>
      </span>{' '}
      {amount}
    </>
  )
}

/** What the amount of a budget under amendment means; undefined for any other. */
export const amendedTitle = (row: BudgetRow): string | undefined =>
  isAmended(row)
    ? `Being amended: ${showAmount(row.in_force)} stays in force until ${showAmount(row.budget)} is approved`
    : undefined

const isAmended = ({ in_force, event_status }: BudgetRow) => in_force !== null && event_status !== 'ACTIVE'
