import { KPI, type KpiRow, rateOf } from './kpi-row'

/** What one method came to in one month, over all the rows that are asked for. */
export interface KpiMonth {
  month: string
  met: number
  missed: number
  open: number
  resends: number
  /** Those met of those settled, as a fraction; null while none is settled. */
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
