import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { counted } from '~/platform/values/show'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { CloseLink, OpenLink } from '~/ui/open-close/close-link'
import { ChooseForm, chosenSearch } from '../choose-form'
import { chosenPayable, payableOfRequest, payableTable } from '../grid-sources'
import { PAYABLE_COLUMNS, PAYABLE_GRID } from '../list'
import { payingAccounts } from '../read-run.server'

export const meta = () => [{ title: 'Invoices to pay · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments')
  const { actor, read } = guarded
  const candidates = await payableOfRequest(guarded, args.request)
  const [grid, accounts] = await Promise.all([
    sourcePage(guarded, args.request, payableTable(candidates)),
    payingAccounts(read),
  ])
  return {
    grid,
    accounts,
    chosen: chosenPayable(args.request),
    free: candidates.filter(({ held }) => held === null).length,
    links: domainLinks(actor, 'payments'),
    mayAdd: isAllowed(actor, 'payments', 'add') && actor.queues.includes('PAYMENT'),
  }
}

/** The approved invoices that no run pays yet: those that may be paid, and those that are held, with the reason. */
export default function InvoicesToPay() {
  const { grid, accounts, chosen, free, links, mayAdd } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const make = (more: Record<string, string>) => `/payments/new/make?${chosenSearch(search, more)}`
  return (
    <ListPage
      title="Invoices to pay"
      aside={
        <span className="muted">
          {shownCount(grid.total)}, {shownCount(free)} ready
        </span>
      }
      actions={
        <>
          <CloseLink className="button" to="/payments">
            Payment runs
          </CloseLink>
          {mayAdd && free > 0 && (
            <OpenLink className="button button--primary" to={make({})}>
              Pay {counted(free, 'ready invoice')}…
            </OpenLink>
          )}
        </>
      }
      fill
      links={links}
      columns={PAYABLE_COLUMNS}
      grid={grid}
      options={PAYABLE_GRID}
      path="/payments/new"
      file="payable"
      selectable
      marked={
        mayAdd ? { label: 'Pay these…', href: (keys) => make({ invoices: keys.join(',') }) } : undefined
      }
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/invoices/${row.id}`}
      rowLabel={(row) => `invoice ${row.id} of ${row.provider}`}
      empty="No approved invoice waits for its payment here. Choose a later due date, or approve invoices first."
    >
      <ChooseForm chosen={chosen} accounts={accounts} search={search} />
    </ListPage>
  )
}
