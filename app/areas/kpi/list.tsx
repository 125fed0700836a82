import { showRate } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { KpiRow } from './kpi'
import { METHOD_WORDS } from './kpi-nav-list'

type Column = GridColumn<KpiRow>

const text = (
  id: 'month' | 'fund_code' | 'fund_name',
  label: string,
  more: Partial<Column> = {},
): Column => ({
  ...{ id, label, kind: 'text', ...more },
  render: (row) => row[id],
})

const count = (
  id: 'navs' | 'met' | 'missed' | 'open' | 'unmeasured' | 'resends',
  label: string,
  more: Partial<Column> = {},
): Column => ({
  ...{ id, label, kind: 'number', width: 80, decimals: 0, ...more },
  render: (row) => row[id] ?? '',
})

/** Columns of the KPI page: one row for each fund, month and method (product, section 6). */
export const KPI_COLUMNS: Column[] = [
  text('month', 'Month', { title: 'Month of the NAV date', width: 90 }),
  text('fund_code', 'Fund', { width: 90 }),
  text('fund_name', 'Fund name', { hiddenByDefault: true }),
  {
    id: 'method_name',
    label: 'KPI',
    kind: 'text',
    cellTitle: (row) => METHOD_WORDS[row.method_id],
    render: (row) => row.method_name,
  },
  count('navs', 'NAVs', { title: 'NAVs of the month that are not cancelled' }),
  count('met', 'Met'),
  count('missed', 'Missed'),
  count('open', 'Open', { title: 'Not settled yet' }),
  count('unmeasured', 'No limit date', { title: 'NAVs without the limit date', hiddenByDefault: true }),
  {
    id: 'rate',
    label: 'Rate',
    kind: 'number',
    width: 80,
    percent: true,
    decimals: 1,
    title: 'Met of those settled',
    show: showRate,
    render: (row) => showRate(row.rate),
  },
  count('resends', 'Resends', { title: 'How often NAVs were reopened' }),
  {
    id: 'comments',
    label: 'Comments',
    kind: 'text',
    values: false,
    wrap: true,
    render: (row) => row.comments,
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
