import { BarChart, type ChartBar, ChartLegend, type PartKind } from '~/ui/chart/bar-chart'
import { PageSection } from '~/ui/page/page'
import type { KpiMonth, KpiSeries } from './kpi-chart'
import { showRate } from './kpi-words'

const LEGEND: { kind: PartKind; label: string }[] = [
  { kind: 'good', label: 'Met' },
  { kind: 'bad', label: 'Missed' },
  { kind: 'open', label: 'Open' },
  { kind: 'plain', label: 'Resends' },
]

interface KpiChartsProps {
  series: KpiSeries[]
  /** Which rows are drawn, in words: "Nov 2025 to Oct 2026, all funds". */
  scope: string
}

/** One small chart a method: how many NAVs of each month met it. The table below has the same figures, fund by fund. */
export function KpiCharts({ series, scope }: KpiChartsProps) {
  if (series.length === 0) return null
  return (
    <PageSection title={`All rows below together, ${scope}`}>
      <div className="charts">
        {series.map((one) => (
          <BarChart
            key={one.method_id}
            title={one.method_name}
            summary={one.counted ? resendsIn(one) : judged(one.all)}
            bars={one.months.map((month, at) => barOf(one, month, at))}
          />
        ))}
      </div>
      <ChartLegend entries={LEGEND.filter(({ kind }) => series.some((one) => drawn(one).includes(kind)))} />
      <p className="muted">Above the bars: percent met of those settled, or how many were resent.</p>
    </PageSection>
  )
}

const drawn = ({ counted }: KpiSeries): PartKind[] => (counted ? ['plain'] : ['good', 'bad', 'open'])

function barOf({ counted }: KpiSeries, month: KpiMonth, at: number): ChartBar {
  const [year = '', number = ''] = month.month.split('-')
  return {
    label: String(Number(number)),
    // The year before stands aside for the next one where both have no room.
    ...(number === '01' || (at === 0 && number < '11') ? { group: year } : {}),
    words: `${month.month}: ${counted ? `${month.resends} resent` : judged(month)}`,
    parts: counted
      ? [{ kind: 'plain', value: month.resends }]
      : [
          { kind: 'good', value: month.met },
          { kind: 'bad', value: month.missed },
          { kind: 'open', value: month.open },
        ],
    top: counted ? countOf(month.resends) : whole(month.rate),
  }
}

const countOf = (count: number) => (count === 0 ? undefined : String(count))

/** Above a bar there is room for whole percents without their sign. */
const whole = (rate: string | null) => (rate === null ? undefined : String(Math.floor(Number(rate) * 100)))

function judged({ met, missed, open, rate }: KpiMonth): string {
  const parts = [`${met} met`, `${missed} missed`, ...(open > 0 ? [`${open} open`] : [])]
  return `${rate === null ? '' : `${showRate(rate)}: `}${parts.join(', ')}`
}

function resendsIn({ all, months }: KpiSeries): string {
  const with_ = months.filter(({ resends }) => resends > 0).length
  return all.resends === 0 ? 'none' : `${all.resends} in ${with_} ${with_ === 1 ? 'month' : 'months'}`
}
