import { Form } from '@remix-run/react'
import { fieldColumns } from '~/platform/page/shown-columns'
import { showMonth, showRate } from '~/platform/values/show'
import { columnsOf } from '~/ui/grid/columns'
import { type KpiRow, MAX_MONTHS } from './kpi'
import { METHOD_LABELS } from './kpi-nav-list'

const { count, text } = fieldColumns<KpiRow>()

/** Columns of the KPI page: one row for each fund, month and method (product, section 6). */
export const KPI_COLUMNS = columnsOf<KpiRow>()([
  text('month', 'Month', {
    size: 104,
    meta: { filter: 'select', show: showMonth, title: 'Month of the NAV date', phone: 'due' },
    cell: ({ row }) => showMonth(row.original.month),
  }),
  text('fund_code', 'Fund', { size: 90, meta: { phone: 'object' } }),
  text('fund_name', 'Fund name', { meta: { hiddenByDefault: true } }),
  text('method_name', 'KPI', { meta: { cellTitle: (row) => METHOD_LABELS[row.method_id], phone: 'name' } }),
  // NAVs do not add up: each counts in five rows.
  count('navs', 'NAVs', { size: 80, meta: { title: 'NAVs of the month that are not cancelled' } }),
  count('met', 'Met', { size: 80, meta: { sum: true } }),
  count('missed', 'Missed', { size: 80, meta: { sum: true } }),
  count('open', 'Open', { size: 80, meta: { sum: true, title: 'Not settled yet' } }),
  count('unmeasured', 'No limit date', {
    size: 80,
    meta: { sum: true, title: 'NAVs without the limit date', hiddenByDefault: true },
  }),
  {
    id: 'rate',
    header: 'Rate',
    size: 80,
    meta: {
      kind: 'number',
      percent: true,
      decimals: 1,
      title: 'Met of those settled',
      show: showRate,
      phone: 'amount',
    },
    cell: ({ row }) => showRate(row.original.rate),
  },
  count('resends', 'Resends', { size: 80, meta: { sum: true, title: 'How often NAVs were reopened' } }),
  text('comments', 'Comments', { meta: { values: false, wrap: true } }),
])

/** Settings by which the address of the KPI page is parsed. */
export const KPI_GRID = {
  layout: 'kpiboard',
  defaultSort: [
    { column: 'month', descending: true },
    { column: 'fund_code', descending: false },
  ],
}

interface KpiPeriodFormProps {
  path: string
  /** Chosen, yyyy-MM, both included. */
  from: string
  to: string
  /** Newest first. */
  months: string[]
  /** All other parameters of the address, passed on unchanged. */
  preserved: [name: string, value: string][]
}

/** Chooses the months of chart and table: in the address, so that a link shows the same. */
export function KpiPeriodForm({ path, from, to, months, preserved }: KpiPeriodFormProps) {
  return (
    <Form
      method="get"
      action={path}
      className="toolbar screen-only"
      role="search"
      aria-label="Choice of the months"
    >
      {preserved.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <MonthSelect name="from" label="NAV dates from" value={from} months={months} />
      <MonthSelect name="to" label="to" value={to} months={months} />
      <button type="submit" className="button">
        Show months
      </button>
      <span className="muted">At most {MAX_MONTHS} months at once.</span>
    </Form>
  )
}

type MonthSelectProps = { name: string; label: string; value: string; months: string[] }

function MonthSelect({ name, label, value, months }: MonthSelectProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} key={value} defaultValue={value}>
        {!months.includes(value) && <option value={value}>{showMonth(value)}</option>}
        {months.map((month) => (
          <option key={month} value={month}>
            {showMonth(month)}
          </option>
        ))}
      </select>
    </>
  )
}
