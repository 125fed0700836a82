import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount, showDay, showExact, showMoney } from '~/platform/values/show'
import { LineChart } from '~/ui/chart/line-chart'
import { Gauge } from '~/ui/gauge/gauge'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import type { BudgetCheck, BudgetTotals } from './budget'
import { type BudgetPace, usedOf } from './budget-figures'
import { Left, Remaining } from './left-of-budget'

interface Limits {
  /** Above zero. */
  budget: Decimal
  /** Percent of it. */
  treshold: Decimal | null
  currency: string | null
}

/** How a gauge draws the result of a budget; an amount without an exchange rate may be any size. */
const DRAWN = { below: 'well', warning: 'near', exceeded: 'over', 'no rate': 'near' } as const

/** What the gauge of a budget draws and says: calculated from exact amounts, drawn as fractions of the budget. */
export function gaugeOf(limits: Limits, totals: Pick<BudgetTotals, 'consumed' | 'committed'>) {
  const { budget, treshold } = limits
  const { percent, state } = usedOf(limits, totals)
  const used = new Big(totals.consumed).plus(totals.committed)
  return {
    state: DRAWN[state],
    part: partOf(totals.consumed, budget),
    further: partOf(totals.committed, budget),
    threshold: treshold === null ? undefined : Number(treshold) / 100,
    label: used.eq(0) ? unusedLabel(limits) : usedLabel(limits, used, { percent, state }),
  }
}

/** Before its currency is chosen a budget is only begun. */
const unusedLabel = ({ budget, currency }: Limits) =>
  currency === null ? 'Nothing used yet' : `Nothing of ${showMoney(budget, currency)} is used`

/** "35,000.00 of 50,000.00 EUR is used (70.00 %): below the threshold of 80 %" */
function usedLabel(
  { budget, treshold, currency }: Limits,
  used: Big,
  { percent, state }: ReturnType<typeof usedOf>,
): string {
  const means = {
    exceeded: `${showAmount(used.minus(budget).toFixed(), currency)} over budget`,
    warning: `the threshold of ${showExact(treshold)} % is reached`,
    below: treshold === null ? '' : `below the threshold of ${showExact(treshold)} %`,
  }[state]
  const amounts = `${showAmount(used.toFixed(), currency)} of ${showMoney(budget, currency)}`
  return `${amounts} is used (${showAmount(percent)} %)${means && `: ${means}`}`
}

/**
 * The same for a budget on a draft's page: other invoices and drafts first, then the amount of this draft.
 */
export function gaugeOfCheck(
  { budget, others, invoiced, percent, treshold, state }: BudgetCheck,
  counted: Decimal,
) {
  return {
    part: partOf(invoiced, budget),
    further: partOf(new Big(others).minus(invoiced), budget),
    own: partOf(counted, budget),
    threshold: Number(treshold) / 100,
    state: DRAWN[state],
    label: `${showAmount(percent)} % used (warning at ${showExact(treshold)} %)`,
  }
}

/** A part of more than 15 digits is only drawn, not calculated with: floats are precise enough. */
const partOf = (amount: Big | Decimal, budget: Decimal) => Number(new Big(amount).div(budget).toFixed(9))

/** What remains of a budget while another amount is being typed. */
export function leftOf(budget: Decimal, { consumed, committed }: BudgetTotals) {
  const remaining = new Big(budget).minus(consumed)
  return { remaining: remaining.toFixed(2), projected: remaining.minus(committed).toFixed(2) }
}

interface BudgetGaugeProps {
  budget: Decimal
  treshold: Decimal | null
  currency: string | null
  totals: BudgetTotals
  /** Nothing can count in it yet: its figures would be zeros. */
  isNew?: boolean
}

/** How much of a budget is consumed and committed: one drawing, whose parts are named by the figures below it. */
export function BudgetGauge({ totals, isNew = false, ...limits }: BudgetGaugeProps) {
  const { remaining, projected } = leftOf(limits.budget, totals)
  if (isNew)
    return (
      <div className="budget-gauge">
        <Gauge {...gaugeOf(limits, totals)} />
      </div>
    )
  return (
    <div className="budget-gauge">
      <Gauge {...gaugeOf(limits, totals)} />
      <dl className="budget-figures">
        <Amount term="Budget" amount={limits.budget} currency={limits.currency} isNamed />
        <Amount
          term="Consumed"
          part="part"
          amount={totals.consumed}
          currency={limits.currency}
          note="invoices"
        />
        <Amount
          term="Committed"
          part="further"
          amount={totals.committed}
          currency={limits.currency}
          note="drafts under way"
        />
        <div>
          <dt>Projected</dt>
          <dd>
            <Left amount={projected} currency={limits.currency} />
            <span className="budget-figures__note">
              remaining <Remaining remaining={remaining} projected={projected} currency={limits.currency} />,
              less committed
            </span>
          </dd>
        </div>
      </dl>
      {totals.unconverted > 0 && (
        <Note kind="warning">
          {totals.unconverted === 1
            ? 'One invoice or draft is not included: no exchange rate converts it'
            : `${totals.unconverted} invoices or drafts are not included: no exchange rate converts them`}{' '}
          on its date. An administrator can add the rate under Administration, Lookups, Exchange rates.
        </Note>
      )}
    </div>
  )
}

const COUNTS = { gross: 'gross', net: 'net', taxes: 'taxes' } as const

/** The same figures on the page of a draft, which is a part beside the others. */
export function CheckFigures({ check }: { check: BudgetCheck }) {
  const { budget, currency, amountType, others, invoiced, counted } = check
  const left = counted === null ? null : new Big(budget).minus(others).minus(counted)
  return (
    <dl className="budget-figures">
      <Amount term="Budget" amount={budget} currency={currency} isNamed />
      <Amount term="Consumed" part="part" amount={invoiced} currency={currency} note="invoices" />
      <Amount
        term="Committed"
        part="further"
        amount={new Big(others).minus(invoiced).toFixed(2)}
        currency={currency}
        note="other drafts"
      />
      <div>
        <dt className="gauge__key gauge__key--own">This draft</dt>
        <dd>
          {counted === null ? 'no exchange rate' : showAmount(counted, currency)}
          <span className="budget-figures__note">{COUNTS[amountType]}</span>
        </dd>
      </div>
      <div>
        <dt>Projected</dt>
        <dd>{left === null ? '–' : <Left amount={left.toFixed(2)} currency={currency} />}</dd>
      </div>
    </dl>
  )
}

interface BudgetOverTimeProps {
  pace: readonly BudgetPace[]
  budget: Decimal
  treshold: Decimal | null
  currency: string | null
}

/** How a budget is used over its period, compared with even use and with its limits. */
export function BudgetOverTime({ pace, budget, treshold, currency }: BudgetOverTimeProps) {
  const now = pace.findLast(({ used }) => used !== null)
  if (pace.length < 2 || !now) return null
  const drawn = (values: readonly (Decimal | null)[]) =>
    values.map((value) => (value === null ? null : Number(value)))
  const used = pace.map((each) => each.used)
  const unit = currency ?? ''
  const warning = treshold === null ? null : new Big(budget).times(treshold).div(100)
  return (
    <LineChart
      title="Use over the period"
      summary={`${showMoney(now.used, unit)} used so far; even use until ${showDay(now.day)} would be ${showMoney(now.even, unit)}.`}
      // Without the century: there is room for eight dates.
      dates={pace.map(({ day }) => showDay(day).replace(/\/\d\d(?=\d\d$)/, '/'))}
      lines={[
        { label: 'Used: invoices and drafts', short: 'Used', values: drawn(used) },
        { label: 'Even use', values: drawn(pace.map(({ even }) => even)) },
        ...(pace.some(({ consumed, used }) => consumed !== used)
          ? [
              {
                label: 'Consumed: invoices',
                short: 'Consumed',
                values: drawn(pace.map(({ consumed }) => consumed)),
              },
            ]
          : []),
      ]}
      thresholds={[
        { value: Number(budget), label: 'Budget' },
        ...(warning === null || warning.eq(budget)
          ? []
          : [{ value: Number(warning), label: `Warning at ${showExact(treshold)} %` }]),
      ]}
      shown={(value) => showAmount(value.toFixed(2), currency).replace(/\.00$/, '')}
      figures={
        <Grid
          title="Use by month"
          panel
          columns={paceColumns(currency)}
          rows={[...pace]}
          total={pace.length}
          rowKey={({ day }) => day}
        />
      }
    />
  )
}

const paceAmount = (
  id: 'consumed' | 'used' | 'even',
  header: string,
  currency: string | null,
): GridColumn<BudgetPace> => ({
  id,
  header,
  size: 130,
  meta: { kind: 'number' },
  cell: ({ row }) => showAmount(row.original[id], currency),
})

const paceColumns = (currency: string | null): GridColumn<BudgetPace>[] => [
  {
    id: 'day',
    header: 'Until',
    size: 100,
    meta: { kind: 'day' },
    cell: ({ row }) => showDay(row.original.day),
  },
  paceAmount('consumed', 'Consumed', currency),
  paceAmount('used', 'Used', currency),
  paceAmount('even', 'Even use', currency),
]

interface AmountProps {
  term: string
  amount: Decimal
  currency: string | null
  /** Whether its currency is said with it. */
  isNamed?: true
  /** Its part of the gauge. */
  part?: 'part' | 'further'
  note?: string
}

function Amount({ term, amount, currency, isNamed, part, note }: AmountProps) {
  return (
    <div>
      <dt className={part && `gauge__key gauge__key--${part}`}>{term}</dt>
      <dd>
        {isNamed ? showMoney(amount, currency) : showAmount(amount, currency)}
        {note && <span className="budget-figures__note">{note}</span>}
      </dd>
    </div>
  )
}
