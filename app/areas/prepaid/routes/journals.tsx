import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { journalTable } from '../grid-sources'
import { PrepaidLinks } from '../prepaid-links'
import { Journals } from '../remaining'

export const meta = () => [{ title: 'Prepaid journals · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard')
  return {
    grid: await sourcePage(guarded, args.request, await journalTable(guarded)),
    links: domainLinks(guarded.actor, 'transactiondashboard'),
  }
}

const PATH = '/invoices/prepaid/journals'

/** The journals of prepaid expenses that were marked as booked. */
export default function PrepaidJournals() {
  const { grid, links } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Prepaid journals"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        actions={<PrepaidLinks but={PATH} />}
      >
        <Journals path={PATH} grid={grid} />
      </Page>
    </>
  )
}
