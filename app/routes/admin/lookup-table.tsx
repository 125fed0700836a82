import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  Link,
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useParams,
} from '@remix-run/react'
import { TableGrid } from '~/components/admin/table-grid'
import { DomainLinks } from '~/components/site/domain-links'
import { isAllowed } from '~/domain/access/actor'
import { domainLinks } from '~/domain/access/menu'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { withOptionsOf } from '~/domain/lookups/tables/table-column'
import { sourcePage } from '~/http/grid-source'
import { guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { beginsEdit, keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/paging'
import { OpenLink } from '~/ui/open-close/open-link'
import { Page } from '~/ui/page/page'
import { lookupSource } from './lookup-source'
import { backToList, saveRow } from './row-actions'

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: `${data?.title ?? 'Lookups'} · Fundesk` },
]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, services } = guarded
  const table = await pageRead(async () => lookupTableNamed(args.params.table))
  const { source, columns } = await lookupSource(guarded, table)
  const grid = await sourcePage(guarded, args.request, source)
  const may = (permission: 'add' | 'update' | 'delete') => isAllowed(actor, table.functionId, permission)
  const { name, title, one } = table
  return {
    ...{ name, title, one, grid, options: source.options },
    // All that may be chosen is needed by a form only.
    columns: grid.parsed.query.edit === null ? withOptionsOf(columns, grid.rows) : columns,
    labels: Object.fromEntries(grid.rows.map((row) => [row.key, table.labelOf(row)])),
    may: { add: may('add'), update: may('update'), delete: may('delete') },
    links: domainLinks(actor, 'administration'),
    idempotencyKey: services.ids.uuid(),
  }
}

/** Saves the row that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const key = new URL(args.request.url).searchParams.get('edit') ?? ''
  return formAnswer(args, async (typed) => {
    const table = lookupTableNamed(args.params.table)
    const done = await saveRow(guarded, args, table, key, typed)
    return backToList(guarded, args, table, done)
  })
}

/** Another table, or a row that is to be edited as it is now, is loaded anew. */
export const shouldRevalidate: ShouldRevalidateFunction = (next) => {
  return next.currentParams.table !== next.nextParams.table || beginsEdit(next) || keepList(next)
}

/** One table of reference data: its rows, edited as popups or in place. */
export default function LookupTable() {
  const { links, title, name, grid, may, ...table } = useLoaderData<typeof loader>()
  const path = `/admin/lookups/${name}`
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={title}
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        fill
        actions={
          <>
            {may.add && (
              <OpenLink className="button button--primary" to={`${path}/new`}>
                New {table.one}
              </OpenLink>
            )}
            <Link className="button" to="/admin/lookups">
              All lookups
            </Link>
          </>
        }
      >
        <TableGrid
          {...{ title, path, grid, may, ...table }}
          exportTo={`${path}/export/${name}`}
          openKey={useParams().key}
          refused={useActionData<typeof action>()}
        />
      </Page>
      <Outlet />
    </>
  )
}
