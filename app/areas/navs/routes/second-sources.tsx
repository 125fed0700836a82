import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DateForm } from '~/platform/page/date-form'
import { ListPage } from '~/platform/page/list-page'
import { showDay } from '~/platform/values/show'
import { changes, keepList } from '~/ui/grid/keep-list'
import { StatusLine } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { chosenNavDate, sourceTable } from '../grid-sources'
import { SOURCE_COLUMNS, SOURCE_GRID } from '../sources/source-columns'

export const meta = () => [{ title: 'Second sources · Fundesk' }]

export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, (url) => url.searchParams.get('date') ?? '') || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl')
  const chosen = await chosenNavDate(args.request, guarded)
  return {
    ...chosen,
    grid: await sourcePage(guarded, args.request, await sourceTable(guarded, chosen.day)),
    links: domainLinks(guarded.actor, 'navctrl'),
    mayUpload: isAllowed(guarded.actor, 'navctrl', 'add'),
  }
}

/** What transfer agents, depositaries and vendors say of the NAVs of a day: expected, arrived and missing. */
export default function SecondSources() {
  const { day, note, grid, links, mayUpload } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  return (
    <ListPage
      title="Second sources"
      printed={`NAVs of ${showDay(day)}`}
      fill
      links={links}
      actions={
        mayUpload && (
          <OpenLink className="button button--primary" to="/second-sources/upload">
            Upload sources
          </OpenLink>
        )
      }
      columns={SOURCE_COLUMNS}
      grid={grid}
      options={SOURCE_GRID}
      path="/second-sources"
      file="second_sources"
      rowKey={({ key }) => key}
      rowHref={({ nav_id }) => (nav_id === null ? undefined : `/nav-controls/${nav_id}`)}
      rowLabel={({ kind, fund_code, sender }) => [kind, fund_code, sender].filter(Boolean).join(' ')}
      empty={`No second source of this date. ${mayUpload ? 'Upload files here' : 'Accountants upload files here'}. Who must send them stands in Lookups, Funds, Expected sources.`}
    >
      <DateForm
        path="/second-sources"
        label="NAV date"
        date={day}
        preserved={[...params].filter(([name]) => !['date', 'page'].includes(name))}
      />
      {note && <StatusLine>{note}</StatusLine>}
    </ListPage>
  )
}
