import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { lazily } from '~/ui/enhanced/later'
import { changes, keepList } from '~/ui/grid/keep-list'
import { ownParams } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/close-link'
import { whyNotCreated } from '../budget-rules'
import { budgetTable, expandedBudget } from '../grid-sources'
import { BUDGET_GRID, BudgetsEmpty, budgetColumns, detailTab, TRANSACTION_GRID } from '../list'

const ExpandedBudget = lazily(() => import('../expanded-budget').then((code) => code.ExpandedBudget), 'shown')

export const meta = () => [{ title: 'Budgets · Fundesk' }]

/** Unlike other lists it loads data for the one expanded row, including its own grid. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  const detail = (url: URL) =>
    [
      url.searchParams.get('expanded'),
      detailTab(url),
      ownParams(url.search, TRANSACTION_GRID.expanded.prefix),
    ].join()
  return changes(next, detail) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets')
  const { actor } = guarded
  const grid = await sourcePage(guarded, args.request, budgetTable(guarded))
  const open = grid.rows.find(({ id }) => String(id) === grid.parsed.query.expanded)
  return {
    grid,
    expanded: open
      ? await expandedBudget(guarded, args.request, open, detailTab(new URL(args.request.url)))
      : null,
    links: domainLinks(actor, 'budgets'),
    mayAdd: whyNotCreated(actor) === null,
  }
}

export default function Budgets() {
  const { grid, expanded, links, mayAdd } = useLoaderData<typeof loader>()
  const { budgetId } = useParams()
  usePreload(['areas/budgets/routes/budget'])
  return (
    <ListPage
      title="Budgets"
      fill
      actions={
        mayAdd && (
          <OpenLink className="button button--primary" to="/budgets/new">
            New budget
          </OpenLink>
        )
      }
      links={links}
      columns={budgetColumns(grid.declared)}
      grid={grid}
      options={BUDGET_GRID}
      path="/budgets"
      file="budgets"
      selectable
      marked={useMarkedStep('/budgets')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/budgets/${row.id}`}
      rowLabel={(row) => `budget ${row.id}${row.supplier ? ` of ${row.supplier}` : ''}`}
      openKey={budgetId}
      detail={(row) => expanded?.budgetId === row.id && <ExpandedBudget {...expanded} />}
      empty={<BudgetsEmpty mayAdd={mayAdd} />}
    />
  )
}
