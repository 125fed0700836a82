import type { BudgetTotals } from '~/domain/budgets/budget'
import type { Decimal } from '~/domain/values/decimal'
import { showAmount } from '~/domain/values/show'
import { Figure } from '~/ui/figure/figure'
import { Gauge } from '~/ui/gauge/gauge'
import { Note } from '~/ui/message/message'
import { gaugeOf, leftOf } from './gauge-of'

interface BudgetGaugeProps {
  budget: Decimal
  treshold: Decimal | null
  currency: string | null
  totals: BudgetTotals
}

/** How much of a budget is consumed and committed, drawn and in figures; what is left is worked out of what is shown. */
export function BudgetGauge({ totals, ...limits }: BudgetGaugeProps) {
  const { remaining, projected } = leftOf(limits.budget, totals)
  return (
    <div className="budget-gauge">
      <Gauge {...gaugeOf(limits, totals)} />
      <dl className="budget-figures">
        <Amount term="Budget" amount={limits.budget} unit={limits.currency} />
        <Amount term="Consumed" amount={totals.consumed} swatch="consumed" title="Invoices" />
        <Amount term="Committed" amount={totals.committed} swatch="committed" title="Drafts under way" />
        <Amount term="Remaining" amount={remaining} coloured title="Budget less consumed" />
        <Amount term="Projected" amount={projected} coloured title="Remaining less committed" />
      </dl>
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
  /** How the gauge draws it. */
  swatch?: 'consumed' | 'committed'
  coloured?: boolean
  title?: string
}

function Amount({ term, amount, unit, swatch, coloured = false, title }: AmountProps) {
  return (
    <div title={title}>
      <dt>
        {swatch && <span className={`budget-swatch budget-swatch--${swatch}`} aria-hidden="true" />}
        {term}
      </dt>
      <dd>
        <Figure coloured={coloured}>{[showAmount(amount), unit].filter(Boolean).join(' ')}</Figure>
      </dd>
    </div>
  )
}
