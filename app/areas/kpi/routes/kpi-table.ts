import type { Guarded } from '~/http/guard'
import { rowList } from '~/platform/lists/row-list.server'
import { dayIn } from '~/platform/values/day'
import { daysOfMonth, type KpiPeriod, kpiPeriod } from '../kpi'
import type { KpiScope } from '../kpi-outcomes.server'
import { KPI_COLUMNS, KPI_GRID } from '../list'
import { kpiRows } from '../list.server'

/** The months that an address selects, and the current day. */
export function requestedPeriod(request: Request, { services }: Pick<Guarded, 'services'>) {
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
  { read }: Pick<Guarded, 'read'>,
  { from, to }: KpiPeriod,
  now: Pick<KpiScope, 'today' | 'timeZone'>,
) {
  const rows = await kpiRows(read, { ...now, first: daysOfMonth(from).first, last: daysOfMonth(to).last })
  return {
    columns: KPI_COLUMNS,
    options: KPI_GRID,
    list: rowList(rows, KPI_COLUMNS, { keyOf: ({ key }) => key }),
  }
}
