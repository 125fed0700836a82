import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DateForm } from '~/platform/page/date-form'
import { ListPage } from '~/platform/page/list-page'
import { showNavDate } from '~/platform/values/show'
import { changes, keepList } from '~/ui/grid/keep-list'
import { StatusLine } from '~/ui/message/message'
import { chosenDate, priceTable } from '../grid-sources'
import { Holdings, PRICE_GRID, PriceTabs, priceColumns } from '../list'
import { holdingsOf } from '../prices.server'

export const meta = () => [{ title: 'Prices and rates · Fundesk' }]

const queryKey = (url: URL) => ['expanded', 'date'].map((name) => url.searchParams.get(name)).join(' ')

/** It loads the holdings of the one expanded row, and has its own date. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, queryKey) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'prices')
  const { actor, read } = guarded
  const chosen = await chosenDate(args.request, guarded)
  const grid = await sourcePage(guarded, args.request, priceTable(guarded, chosen.date))
  const open = grid.rows.find(({ id }) => String(id) === grid.parsed.query.expanded)
  return {
    ...chosen,
    grid,
    holdings: open ? await holdingsOf(read, chosen.date, open.isin) : [],
    mayJustify: isAllowed(actor, 'prices', 'update'),
    links: domainLinks(actor, 'prices'),
  }
}

/** The prices of every instrument on a NAV date, by the current controls of all funds: outliers first. */
export default function Prices() {
  const { date, note, grid, holdings, mayJustify, links } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const preserved = [...params].filter(([name]) => !['date', 'page', 'expanded'].includes(name))
  return (
    <ListPage
      title="Prices and rates"
      printed={`NAV date ${showNavDate(date)}`}
      fill
      links={links}
      rowsTitle="Prices"
      columns={priceColumns(grid.declared)}
      grid={grid}
      options={PRICE_GRID}
      path="/prices"
      file="prices"
      selectable
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => `${row.isin} ${row.name} at ${row.price}`}
      detail={(row) => (
        <Holdings
          row={row}
          holdings={String(row.id) === grid.parsed.query.expanded ? holdings : []}
          mayJustify={mayJustify}
        />
      )}
      clickExpands
      empty={`No current control of ${showNavDate(date)} has prices of instruments with an ISIN. Choose another NAV date.`}
    >
      <DateForm path="/prices" label="NAV date" date={date} preserved={preserved} />
      {note && <StatusLine>{note}</StatusLine>}
      <PriceTabs current="prices" date={date} />
    </ListPage>
  )
}
