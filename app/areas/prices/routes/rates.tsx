import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DateForm } from '~/platform/page/date-form'
import { DomainLinks } from '~/platform/page/use-site'
import { showNavDate } from '~/platform/values/show'
import { Grid } from '~/ui/grid/grid'
import { changes, keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { StatusLine } from '~/ui/message/message'
import { Page } from '~/ui/page/page'
import { chosenDate, rateTable } from '../grid-sources'
import { PriceTabs, RATE_COLUMNS, RATE_GRID } from '../list'

export const meta = () => [{ title: 'FX rates · Fundesk' }]

export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, (url) => url.searchParams.get('date')) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'prices')
  const chosen = await chosenDate(args.request, guarded)
  return {
    ...chosen,
    grid: await sourcePage(guarded, args.request, await rateTable(guarded, chosen.date)),
    links: domainLinks(guarded.actor, 'prices'),
  }
}

/** The FX rates of all funds on a NAV date against the stored ones: outliers first; a row opens its justification. */
export default function Rates() {
  const { date, note, grid, links } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const kept = [...params].filter(([name]) => !['date', 'page'].includes(name))
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="FX rates"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        printed={`NAV date ${showNavDate(date)}`}
      >
        <DateForm path="/prices/rates" label="NAV date" date={date} kept={kept} />
        {note && <StatusLine>{note}</StatusLine>}
        <PriceTabs current="rates" date={date} />
        <Grid
          title="FX rates"
          columns={RATE_COLUMNS}
          {...grid}
          options={RATE_GRID}
          path="/prices/rates"
          exportTo="/prices/rates/export/rates"
          selectable
          rowKey={(row) => row.key}
          rowHref={(row) => `/prices/rates/justify/${encodeURIComponent(row.currency)}`}
          rowLabel={(row) => `${row.currency} in ${row.fund_code}`}
          empty={`No current control of ${showNavDate(date)} has an FX rate. Choose another NAV date.`}
        />
      </Page>
      <Outlet />
    </>
  )
}
