import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  Link,
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useParams,
} from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/use-site'
import { saveEdited, tableAnswer } from '~/platform/tables/routes/table-answer'
import { NewRowLink, TableGrid } from '~/platform/tables/table-grid'
import { keepTable } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { lookupTableNamed } from '../lookup-tables.server'

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: `${data?.table.title ?? 'Lookups'} · Fundesk` },
]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  return {
    table: await tableAnswer(guarded, args.request, table),
    links: administrationLinks(guarded.actor),
  }
}

/** Saves the row that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return formAnswer(args, (typed) =>
    saveEdited(guarded, args, typed, () => lookupTableNamed(args.params.table)),
  )
}

/** Reloads for another table, and for a row that is about to be edited. */
export const shouldRevalidate: ShouldRevalidateFunction = (next) => {
  return next.currentParams.table !== next.nextParams.table || keepTable(next)
}

/** One table of reference data: its rows, edited as popups or in place. */
export default function LookupTable() {
  const { links, table } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={table.title}
        aside={<span className="muted">{shownCount(table.grid.total)}</span>}
        fill
        actions={
          <>
            <NewRowLink {...table} />
            <Link className="button" to="/admin/lookups">
              All lookups
            </Link>
          </>
        }
      >
        <TableGrid {...table} openKey={useParams().key} refused={useActionData<typeof action>()} />
      </Page>
      <Outlet />
    </>
  )
}
