import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListCount } from '~/platform/page/lateness'
import { ListPage } from '~/platform/page/list-page'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { lazily } from '~/ui/enhanced/later'
import { changes, keepList } from '~/ui/grid/keep-list'
import { ownParams } from '~/ui/grid/query'
import { Empty } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import type { ListedDraft } from '../fields.server'
import { draftTable, expandedDraft } from '../grid-sources'
import { CLIENT_VISION, DRAFT_GRID, detailTab } from '../list'
import { countOverdueDrafts } from '../list.server'

const ExpandedDraft = lazily(() => import('../expanded-draft').then((code) => code.ExpandedDraft), 'shown')

export const meta = () => [{ title: 'Drafted Expenses · Fundesk' }]

/** Unlike other lists it loads data for the one expanded row, including its own grid. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  const detail = (url: URL) =>
    [url.searchParams.get('expanded'), detailTab(url), ownParams(url.search, CLIENT_VISION.prefix)].join()
  return changes(next, detail) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard')
  const { actor } = guarded
  const [grid, late] = await Promise.all([
    sourcePage(guarded, args.request, draftTable(guarded)),
    countOverdueDrafts(guarded),
  ])
  const open = grid.rows.find(({ id }) => String(id) === grid.parsed.query.expanded)
  return {
    grid,
    late,
    expanded: open
      ? await expandedDraft(guarded, args.request, open.id, detailTab(new URL(args.request.url)))
      : null,
    links: domainLinks(actor, 'draftsdashboard'),
    mayAdd: isAllowed(actor, 'draftsdashboard', 'add'),
  }
}

export default function DraftedExpenses() {
  const { grid, late, expanded, links, mayAdd } = useLoaderData<typeof loader>()
  const { draftId } = useParams()
  usePreload(['areas/drafts/routes/draft'])
  return (
    <ListPage
      title="Drafted Expenses"
      aside={<ListCount total={grid.total} late={late} path="/drafts" />}
      fill
      actions={
        mayAdd && (
          <>
            <OpenLink className="button button--primary" to="/drafts/new">
              Upload New Invoice
            </OpenLink>
            <OpenLink className="button" to="/drafts/batch">
              Upload several invoices
            </OpenLink>
          </>
        )
      }
      links={links}
      columns={columnsOfFields<ListedDraft>(grid.declared)}
      grid={grid}
      options={DRAFT_GRID}
      path="/drafts"
      file="drafts"
      selectable
      marked={useMarkedStep('/drafts')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/drafts/${row.id}`}
      rowLabel={(row) => `draft ${row.id}${row.invoice_entity ? ` of ${row.invoice_entity}` : ''}`}
      openKey={draftId}
      detail={(row) => expanded?.draftId === row.id && <ExpandedDraft {...expanded} />}
      empty={
        <Empty
          title="No drafts yet"
          act={
            mayAdd && (
              <OpenLink className="button" to="/drafts/new">
                Upload New Invoice
              </OpenLink>
            )
          }
        >
          A draft begins with the PDF of a supplier’s invoice.{!mayAdd && ' Accountants upload it.'}
        </Empty>
      }
    />
  )
}
