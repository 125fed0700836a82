import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  Link,
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useParams,
} from '@remix-run/react'
import { PendingChanges } from '~/components/admin/changes/pending-changes'
import { TableGrid } from '~/components/admin/table-grid'
import { DomainLinks } from '~/components/site/domain-links'
import { isAllowed } from '~/domain/access/actor'
import { domainLinks } from '~/domain/access/menu'
import { withOptionsOf } from '~/domain/lookups/tables/table-column'
import { sourcePage } from '~/http/grid-source'
import { guard } from '~/http/guard'
import { formAnswer } from '~/http/page-answer'
import { beginsEdit, changes, keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/paging'
import { otherParams } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/open-link'
import { Page, PageSection } from '~/ui/page/page'
import { decideTyped } from './changes/decide-change'
import { lookupSource } from './lookup-source'
import { backToList, saveRow } from './row-actions'
import { TOLERANCE_KINDS, tolerancesToday, WAITING_TOLERANCES } from './tolerance-tables'
import { waitingChanges } from './changes/waiting-changes'

export const meta = () => [{ title: 'Rule tolerances · Fundesk' }]

const PATH = '/admin/tolerances'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, services } = guarded
  const table = tolerancesToday(guarded)
  const { source, columns } = await lookupSource(guarded, table)
  const grid = await sourcePage(guarded, args.request, source)
  const may = (permission: 'add' | 'update' | 'delete') => isAllowed(actor, table.functionId, permission)
  return {
    ...{ one: table.one, grid, options: source.options },
    // All that may be chosen is needed by a form only.
    columns: grid.parsed.query.edit === null ? withOptionsOf(columns, grid.rows) : columns,
    labels: Object.fromEntries(grid.rows.map((row) => [row.key, table.labelOf(row)])),
    may: { add: may('add'), update: may('update'), delete: may('delete') },
    links: domainLinks(actor, 'administration'),
    idempotencyKey: services.ids.uuid(),
    waiting: await waitingChanges(guarded, args.request, TOLERANCE_KINDS, WAITING_TOLERANCES),
  }
}

/** Decides a change, or asks for that of the value that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return formAnswer(args, async (typed) => {
    if ('decision' in typed) return decideTyped(guarded, args, typed, PATH)
    const key = new URL(args.request.url).searchParams.get('edit') ?? ''
    const table = tolerancesToday(guarded)
    return backToList(guarded, args, table, await saveRow(guarded, args, table, key, typed))
  })
}

/** A row that is to be edited as it is now, and the other grid are loaded anew. */
export const shouldRevalidate: ShouldRevalidateFunction = (next) => {
  const others = changes(next, ({ search }) => String(otherParams(search)))
  return beginsEdit(next) || others || keepList(next)
}

/** What the site sets the numbers of the rules to, and the changes of it that wait. */
export default function Tolerances() {
  const { links, waiting, grid, may, ...table } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isDecision = refused !== undefined && 'decision' in refused.typed
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Rule tolerances"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        actions={
          <>
            {may.add && (
              <OpenLink className="button button--primary" to={`${PATH}/new`}>
                New {table.one}
              </OpenLink>
            )}
            <Link className="button" to="/admin">
              Administration
            </Link>
          </>
        }
      >
        <PageSection>
          <p className="muted">
            Of the values in force on a NAV date, that of the fund counts before that of its type, that before
            its provider, that before all. Each rule of a control tells which one it used.
          </p>
        </PageSection>
        <TableGrid
          {...{ grid, may, ...table }}
          title="Rule tolerances"
          path={PATH}
          exportTo={`${PATH}/export/tolerances`}
          openKey={useParams().key}
          refused={isDecision ? undefined : refused}
        />
        <PageSection title="Changes that wait for another administrator">
          <PendingChanges
            {...waiting}
            exportTo={`${PATH}/export/pending_changes`}
            empty="No change waits. What is added, changed or deleted appears here until another administrator approves it; controls go on with what is in force."
            refused={isDecision ? refused : undefined}
          />
        </PageSection>
      </Page>
      <Outlet />
    </>
  )
}
