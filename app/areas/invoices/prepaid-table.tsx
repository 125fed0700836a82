import { sum } from '~/platform/values/decimal'
import { showAmount, showDay } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { PrepaidPeriod } from './prepaid-schedule'

interface PrepaidScheduleProps {
  currency: string
  periods: PrepaidPeriod[]
}

/** How a prepaid invoice becomes an expense, month by month, and what that adds up to. */
export function PrepaidSchedule({ currency, periods }: PrepaidScheduleProps) {
  const total = sum(periods.map(({ amount }) => amount)).toFixed(2)
  const days = periods.reduce((all, period) => all + period.days, 0)
  return (
    <Grid
      title="Prepaid schedule"
      columns={columns(currency)}
      rows={periods}
      total={periods.length}
      sums={{
        days: [{ unit: null, sum: String(days) }],
        amount: [{ unit: null, sum: total }],
      }}
      rowKey={({ from }) => from}
    />
  )
}

function columns(currency: string): GridColumn<PrepaidPeriod>[] {
  return [
    { id: 'from', label: 'From', kind: 'day', width: 95, render: ({ from }) => showDay(from) },
    { id: 'to', label: 'To', kind: 'day', width: 95, render: ({ to }) => showDay(to) },
    {
      id: 'days',
      label: 'Days',
      kind: 'number',
      width: 80,
      show: String,
      render: ({ days }) => String(days),
    },
    {
      id: 'amount',
      label: `Expense ${currency}`,
      kind: 'number',
      width: 130,
      show: showAmount,
      render: ({ amount }) => showAmount(amount),
    },
  ]
}
