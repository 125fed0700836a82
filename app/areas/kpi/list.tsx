import { Form } from '@remix-run/react'
import { showRate } from '~/platform/values/show'
import { type ColumnChange, changed, type GridColumn } from '~/ui/grid/columns'
import { type KpiRow, MAX_MONTHS } from './kpi'
import { METHOD_WORDS } from './kpi-nav-list'

type Column = GridColumn<KpiRow>
type More = ColumnChange<KpiRow>

const text = (id: 'month' | 'fund_code' | 'fund_name', header: string, more: More = {}) =>
  changed<KpiRow, string, Column>(
    { id, header, meta: { kind: 'text' }, cell: ({ row }) => row.original[id] },
    more,
  )

const count = (
  id: 'navs' | 'met' | 'missed' | 'open' | 'unmeasured' | 'resends',
  header: string,
  more: More = {},
) =>
  changed<KpiRow, string, Column>(
    {
      id,
      header,
      size: 80,
      // NAVs do not add up: each counts in five rows.
      meta: { kind: 'number', decimals: 0, sum: id !== 'navs' },
      cell: ({ row }) => row.original[id] ?? '',
    },
    more,
  )

/** Columns of the KPI page: one row for each fund, month and method (product, section 6). */
export const KPI_COLUMNS: Column[] = [
  text('month', 'Month', { size: 104, meta: { title: 'Month of the NAV date' } }),
  text('fund_code', 'Fund', { size: 90 }),
  text('fund_name', 'Fund name', { meta: { hiddenByDefault: true } }),
  {
    id: 'method_name',
    header: 'KPI',
    meta: { kind: 'text', cellTitle: (row) => METHOD_WORDS[row.method_id] },
    cell: ({ row }) => row.original.method_name,
  },
  count('navs', 'NAVs', { meta: { title: 'NAVs of the month that are not cancelled' } }),
  count('met', 'Met'),
  count('missed', 'Missed'),
  count('open', 'Open', { meta: { title: 'Not settled yet' } }),
  count('unmeasured', 'No limit date', {
    meta: { title: 'NAVs without the limit date', hiddenByDefault: true },
  }),
  {
    id: 'rate',
    header: 'Rate',
    size: 80,
    meta: { kind: 'number', percent: true, decimals: 1, title: 'Met of those settled', show: showRate },
    cell: ({ row }) => showRate(row.original.rate),
  },
  count('resends', 'Resends', { meta: { title: 'How often NAVs were reopened' } }),
  {
    id: 'comments',
    header: 'Comments',
    meta: { kind: 'text', values: false, wrap: true },
    cell: ({ row }) => row.original.comments,
  },
]

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
  kept: [name: string, value: string][]
}

/** Chooses the months of chart and table: in the address, so that a link shows the same. */
export function KpiPeriodForm({ path, from, to, months, kept }: KpiPeriodFormProps) {
  return (
    <Form
      method="get"
      action={path}
      className="toolbar screen-only"
      role="search"
      aria-label="Choice of the months"
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <MonthSelect name="from" label="NAV dates from" value={from} months={months} />
      <MonthSelect name="to" label="to" value={to} months={months} />
      <button type="submit" className="button">
        Show
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
        {!months.includes(value) && <option value={value}>{value}</option>}
        {months.map((month) => (
          <option key={month} value={month}>
            {month}
          </option>
        ))}
      </select>
    </>
  )
}
