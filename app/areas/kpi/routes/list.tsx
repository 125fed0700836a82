import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { WHOLE } from '~/platform/lists/list'
import { ListPage } from '~/platform/page/list-page'
import { monthsOf } from '~/platform/values/day'
import { showMonth } from '~/platform/values/show'
import { lazily } from '~/ui/enhanced/later'
import { changes, keepList } from '~/ui/grid/keep-list'
import { StatusLine } from '~/ui/message/message'
import { kpiTable, requestedPeriod } from '../grid-sources'
import type { KpiRow } from '../kpi'
import { kpiSeries } from '../kpi-chart'
import { KpiNavList } from '../kpi-nav-list'
import { kpiNavs, monthsWithNavs } from '../kpi-outcomes.server'
import { KPI_COLUMNS, KPI_GRID, KpiPeriodForm } from '../list'

export const meta = () => [{ title: 'KPI · Fundesk' }]

/** Drawn by the server; their code is loaded at the first user interaction. */
const KpiCharts = lazily(() => import('../kpi-chart').then((code) => code.KpiCharts))

const queryKey = (url: URL) => ['expanded', 'from', 'to'].map((name) => url.searchParams.get(name)).join(' ')

/** Unlike other lists it loads data for the one expanded row, and has its own months. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, queryKey) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'production')
  const period = requestedPeriod(args.request, guarded)
  const [table, range] = await Promise.all([kpiTable(guarded, period), monthsWithNavs(guarded.read)])
  const grid = await sourcePage(guarded, args.request, table)
  const { filters, search, expanded } = grid.parsed.query
  // The chart draws the rows that the grid's filters leave, on all its pages.
  const drawn: KpiRow[] = []
  for await (const rows of table.list.rows({ ...WHOLE, filters, search })) drawn.push(...rows)
  // A month without a row says nothing, and would take the room of the others.
  const months = monthsOf(period.from, period.to).filter((month) => drawn.some((row) => row.month === month))
  const open = grid.rows.find(({ key }) => key === expanded)
  return {
    grid,
    series: kpiSeries(drawn, months),
    narrowed: filters.length > 0 || search !== '',
    navs: open ? await kpiNavs(guarded, open.key) : [],
    period,
    months: range ? monthsOf(range.from, range.to).reverse() : [],
    links: domainLinks(guarded.actor, 'production'),
  }
}

/** The five KPI methods, by fund and month of the NAV date: charts, and the table behind them. */
export default function Kpis() {
  const { grid, series, narrowed, navs, period, months, links } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const preserved = [...params].filter(([name]) => !['from', 'to', 'page', 'expanded'].includes(name))
  const { from, to, note } = period
  return (
    <ListPage
      title="KPI"
      links={links}
      rowsTitle="KPIs"
      columns={KPI_COLUMNS}
      grid={grid}
      options={KPI_GRID}
      path="/production/kpi"
      file="kpi"
      selectable
      rowKey={(row) => row.key}
      rowLabel={(row) => `${row.fund_code} ${showMonth(row.month)}, ${row.method_name}`}
      detail={(row) => (
        <KpiNavList
          title={`NAVs of ${row.fund_code} ${showMonth(row.month)}, ${row.method_name}`}
          methodId={row.method_id}
          navs={row.key === grid.parsed.query.expanded ? navs : []}
        />
      )}
      clickExpands
      empty="No NAVs in these months. Choose other months."
    >
      <KpiPeriodForm path="/production/kpi" from={from} to={to} months={months} preserved={preserved} />
      {note && <StatusLine>{note}</StatusLine>}
      <KpiCharts
        series={series}
        scope={`NAV dates from ${showMonth(from)} to ${showMonth(to)}${narrowed ? ', as filtered below' : ', all funds'}`}
      />
    </ListPage>
  )
}
