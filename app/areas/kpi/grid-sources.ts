import { type Guarded, guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { rowList } from '~/platform/lists/row-list.server'
import { dayIn, daysOfMonth, monthsOf } from '~/platform/values/day'
import { showMonth } from '~/platform/values/show'
import { type KpiPeriod, kpiPeriod } from './kpi'
import type { KpiScope } from './kpi-outcomes.server'
import { KPI_COLUMNS, KPI_GRID } from './list'
import { kpiRows } from './list.server'

/** The months that an address selects, and the current day. */
export function requestedPeriod(request: Request, { services }: Guarded) {
  const params = new URL(request.url).searchParams
  const now = kpiNow(services)
  return { period: kpiPeriod(params.get('from'), params.get('to'), now.today), now }
}

/** Today in the site's zone: what is missed depends on the day. */
export function kpiNow({ clock, settings: { timeZone } }: Guarded['services']) {
  return { today: dayIn(clock(), timeZone), timeZone }
}

/** The KPIs of these months, for their grid and their file. */
export async function kpiTable(
  { read }: Guarded,
  { from, to }: KpiPeriod,
  now: Pick<KpiScope, 'today' | 'timeZone'>,
) {
  const rows = await kpiRows(read, { ...now, first: daysOfMonth(from).first, last: daysOfMonth(to).last })
  return {
    columns: KPI_COLUMNS,
    options: KPI_GRID,
    choices: async () => ({ month: monthsOf(from, to).reverse() }),
    list: rowList(rows, KPI_COLUMNS, { keyOf: ({ key }) => key }),
  }
}

export const kpiExports: ExportTable = {
  /** kpi.xlsx, .csv or .pdf: the KPIs that the page's address selects, its months in the title. */
  'production/kpi/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'production')
    const file = fileInPath(args.params.file, ['kpi'])
    const { period, now } = requestedPeriod(args.request, guarded)
    const title = `KPI, NAV dates from ${showMonth(period.from)} to ${showMonth(period.to)}`
    return gridFile(guarded, args.request, file, { title, ...(await kpiTable(guarded, period, now)) })
  }),
}
