import type { Decimal } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import { Figure } from '~/ui/figure/figure'
import { Gauge } from '~/ui/gauge/gauge'
import { Note } from '~/ui/message/message'
import type { BudgetTotals } from './budget'
import { GAUGE_LEGEND } from './gauge-legend'
import { gaugeOf, leftOf } from './gauge-of'

interface BudgetGaugeProps {
  budget: Decimal
  treshold: Decimal | null
  currency: string | null
  totals: BudgetTotals
  /** Nothing counts in it yet. */
  isNew?: boolean
}

/** How much of a budget is consumed and committed, drawn and in figures; what is left is worked out of what is shown. */
export function BudgetGauge({ totals, isNew = false, ...limits }: BudgetGaugeProps) {
  const { remaining, projected } = leftOf(limits.budget, totals)
  return (
    <div className="budget-gauge">
      <Gauge {...gaugeOf(limits, totals)} legend={isNew ? undefined : GAUGE_LEGEND} />
      <dl className="budget-figures">
        <Amount term="Budget" amount={limits.budget} unit={limits.currency} />
        <Amount term="Consumed" amount={totals.consumed} />
        <Amount term="Committed" amount={totals.committed} />
        <Amount term="Remaining" amount={remaining} coloured />
        <Amount term="Projected" amount={projected} coloured />
      </dl>
      {!isNew && (
        <p className="field__hint">
          Remaining is the budget less what is consumed; projected is what remains less what is committed.
        </p>
      )}
      {totals.unconverted > 0 && (
        <Note kind="warning">
          {totals.unconverted === 1
            ? 'One invoice or draft is in none of these sums: no exchange rate converts it'
            : `${totals.unconverted} invoices or drafts are in none of these sums: no exchange rate converts them`}{' '}
          on its date. An administrator enters the rate under Administration, Lookups, Exchange rates.
        </Note>
      )}
    </div>
  )
}

interface AmountProps {
  term: string
  amount: Decimal
  unit?: string | null
  coloured?: boolean
}

function Amount({ term, amount, unit, coloured = false }: AmountProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <Figure coloured={coloured}>{[showAmount(amount), unit].filter(Boolean).join(' ')}</Figure>
      </dd>
    </div>
  )
}
