import { MONTH_NAMES } from '~/platform/values/day'
import { showMonth, showRate } from '~/platform/values/show'
import { BarChart, type ChartBar, ChartLegend, type PartKind } from '~/ui/chart/bar-chart'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { PageSection } from '~/ui/page/page'
import { KPI, type KpiRow, rateOf } from './kpi'

/** The result of one method in one month, over all selected rows. */
interface KpiMonth {
  month: string
  met: number
  missed: number
  open: number
  resends: number
  /** Those met as a fraction of those settled; null while none is settled. */
  rate: string | null
}

/** One method over the months, and all of them together. */
export interface KpiSeries {
  method_id: number
  method_name: string
  /** Counted (resends), not judged. */
  counted: boolean
  months: KpiMonth[]
  all: KpiMonth
}

/** The figures of the chart: the rows added up by method and month; months without a row are zero. */
export function kpiSeries(rows: readonly KpiRow[], months: readonly string[]): KpiSeries[] {
  const methods = new Map(rows.map(({ method_id, method_name }) => [method_id, method_name]))
  return [...methods]
    .sort(([a], [b]) => a - b)
    .map(([method_id, method_name]) => {
      const own = rows.filter((row) => row.method_id === method_id)
      return {
        method_id,
        method_name,
        counted: method_id === KPI.resends,
        months: months.map((month) =>
          added(
            month,
            own.filter((row) => row.month === month),
          ),
        ),
        all: added('', own),
      }
    })
}

function added(month: string, rows: readonly KpiRow[]): KpiMonth {
  const sum = (of: 'met' | 'missed' | 'open' | 'resends') =>
    rows.reduce((total, row) => total + (row[of] ?? 0), 0)
  const [met, missed] = [sum('met'), sum('missed')]
  return { month, met, missed, open: sum('open'), resends: sum('resends'), rate: rateOf(met, missed) }
}

const LEGEND: { kind: PartKind; label: string }[] = [
  { kind: 'good', label: 'Met' },
  { kind: 'bad', label: 'Missed' },
  { kind: 'open', label: 'Open' },
]

interface KpiChartsProps {
  series: KpiSeries[]
  /** The rows that are drawn, for people: "Nov 2025 to Oct 2026, all funds". */
  scope: string
}

/**
 * One small chart for each method: how many NAVs of each month met it. The table below has the same figures, fund by
 * fund.
 */
export function KpiCharts({ series, scope }: KpiChartsProps) {
  if (series.length === 0) return null
  return (
    <PageSection title={`Summary of the filtered rows, ${scope}`}>
      <div className="charts">
        {series.map((one) => (
          <BarChart
            key={one.method_id}
            title={one.method_name}
            summary={one.counted ? resendsIn(one) : judged(one.all)}
            bars={one.months.map((month, at) => barOf(one, month, one.months[at - 1]))}
            figures={<MonthFigures series={one} />}
          />
        ))}
      </div>
      {series.some(({ counted }) => !counted) && <ChartLegend entries={LEGEND} />}
      <p className="muted">Labels: % met of settled NAVs, or the number resent.</p>
    </PageSection>
  )
}

/** The figures behind the bars of a method, the newest month first. */
function MonthFigures({ series: { method_name, counted, months } }: { series: KpiSeries }) {
  return (
    <Grid
      title={`Figures of ${method_name}`}
      panel
      columns={counted ? COUNTED_COLUMNS : JUDGED_COLUMNS}
      rows={months.toReversed()}
      total={months.length}
      rowKey={({ month }) => month}
    />
  )
}

const MONTH: GridColumn<KpiMonth> = {
  id: 'month',
  header: 'Month',
  size: 80,
  meta: { kind: 'text' },
  cell: ({ row }) => showMonth(row.original.month),
}

const figure = (id: 'met' | 'missed' | 'open' | 'resends', header: string): GridColumn<KpiMonth> => ({
  id,
  header,
  size: 60,
  meta: { kind: 'number' },
  cell: ({ row }) => row.original[id],
})

const JUDGED_COLUMNS: GridColumn<KpiMonth>[] = [
  MONTH,
  figure('met', 'Met'),
  figure('missed', 'Missed'),
  figure('open', 'Open'),
  {
    id: 'rate',
    header: 'Rate',
    size: 70,
    meta: { kind: 'number' },
    cell: ({ row }) => showRate(row.original.rate),
  },
]

const COUNTED_COLUMNS: GridColumn<KpiMonth>[] = [MONTH, figure('resends', 'Resends')]

function barOf({ counted }: KpiSeries, month: KpiMonth, before: KpiMonth | undefined): ChartBar {
  const [year = '', number = ''] = month.month.split('-')
  return {
    label: MONTH_NAMES[Number(number) - 1]?.slice(0, 3) ?? number,
    ...(before?.month.startsWith(year) ? {} : { group: year }),
    description: `${showMonth(month.month)}: ${counted ? `${month.resends} resent` : settledIn(month)}`,
    parts: counted
      ? [{ kind: 'plain', value: month.resends }]
      : [
          { kind: 'good', value: month.met },
          { kind: 'bad', value: month.missed },
          { kind: 'open', value: month.open },
        ],
    ...(counted ? { top: countOf(month.resends) } : { top: whole(month.rate), unit: '%' }),
  }
}

const countOf = (count: number) => (count === 0 ? undefined : String(count))

/** Above a bar there is room for whole percentages. */
const whole = (rate: string | null) => (rate === null ? undefined : String(Math.floor(Number(rate) * 100)))

const judged = (month: KpiMonth) =>
  `${month.rate === null ? '' : `${showRate(month.rate)}: `}${settledIn(month)}`

/** "48 met, 2 missed, 38 open" */
const settledIn = ({ met, missed, open }: KpiMonth) =>
  [`${met} met`, `${missed} missed`, ...(open > 0 ? [`${open} open`] : [])].join(', ')

function resendsIn({ all, months }: KpiSeries): string {
  const with_ = months.filter(({ resends }) => resends > 0).length
  return all.resends === 0 ? 'none' : `${all.resends} in ${with_} ${with_ === 1 ? 'month' : 'months'}`
}
