import type { Guarded } from '~/http/guard'
import { type ExportTable, titledFile } from '~/platform/grids/export-file'
import { rowList } from '~/platform/lists/row-list.server'
import { daysOfMonth, monthsOf } from '~/platform/values/day'
import { showMonth } from '~/platform/values/show'
import { type KpiPeriod, kpiPeriod } from './kpi'
import { KPI_COLUMNS, KPI_GRID } from './list'
import { kpiRows } from './list.server'

/** The months that an address selects. */
export function requestedPeriod(request: Request, { today }: Guarded): KpiPeriod {
  const params = new URL(request.url).searchParams
  return kpiPeriod(params.get('from'), params.get('to'), today)
}

/** The KPIs of these months, for their grid and their file. */
export async function kpiTable(guarded: Guarded, { from, to }: KpiPeriod) {
  const rows = await kpiRows(guarded, { first: daysOfMonth(from).first, last: daysOfMonth(to).last })
  return {
    columns: KPI_COLUMNS,
    options: KPI_GRID,
    choices: async () => ({ month: monthsOf(from, to).reverse() }),
    list: rowList(rows, KPI_COLUMNS, { keyOf: ({ key }) => key }),
  }
}

export const kpiExports: ExportTable = {
  /** kpi.xlsx, .csv or .pdf: the KPIs that the page's address selects, its months in the title. */
  'production/kpi/export/:file': titledFile('production', 'kpi', async (guarded, { request }) => {
    const period = requestedPeriod(request, guarded)
    const title = `KPI, NAV dates from ${showMonth(period.from)} to ${showMonth(period.to)}`
    return { title, ...(await kpiTable(guarded, period)) }
  }),
}
