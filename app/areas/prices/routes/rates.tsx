import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DateForm } from '~/platform/page/date-form'
import { ListPage } from '~/platform/page/list-page'
import { showNavDate } from '~/platform/values/show'
import { changes, keepList } from '~/ui/grid/keep-list'
import { StatusLine } from '~/ui/message/message'
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
  const preserved = [...params].filter(([name]) => !['date', 'page'].includes(name))
  return (
    <ListPage
      title="FX rates"
      printed={`NAV date ${showNavDate(date)}`}
      fill
      links={links}
      columns={RATE_COLUMNS}
      grid={grid}
      options={RATE_GRID}
      path="/prices/rates"
      file="rates"
      selectable
      rowKey={(row) => row.key}
      rowHref={(row) => `/prices/rates/justify/${encodeURIComponent(row.currency)}`}
      rowLabel={(row) => `${row.currency} in ${row.fund_code}`}
      empty={`No current control of ${showNavDate(date)} has an FX rate. Choose another NAV date.`}
    >
      <DateForm path="/prices/rates" label="NAV date" date={date} preserved={preserved} />
      {note && <StatusLine>{note}</StatusLine>}
      <PriceTabs current="rates" date={date} />
    </ListPage>
  )
}
