import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepList } from '~/ui/grid/keep-list'
import { Empty } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import type { RunRow } from '../fields.server'
import { runTable } from '../grid-sources'
import { RUN_GRID } from '../list'

export const meta = () => [{ title: 'Payment runs · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments')
  const { actor } = guarded
  return {
    grid: await sourcePage(guarded, args.request, runTable(guarded)),
    links: domainLinks(actor, 'payments'),
    mayAdd: isAllowed(actor, 'payments', 'add') && actor.queues.includes('PAYMENT'),
  }
}

export default function PaymentRuns() {
  const { grid, links, mayAdd } = useLoaderData<typeof loader>()
  const { runId } = useParams()
  usePreload(['areas/payments/routes/run'])
  return (
    <ListPage
      title="Payment runs"
      fill
      actions={
        <>
          <OpenLink className="button" to="/payments/calendar">
            Payment calendar
          </OpenLink>
          {mayAdd && (
            <>
              <OpenLink className="button" to="/payments/answer">
                Upload bank file
              </OpenLink>
              <OpenLink className="button button--primary" to="/payments/new">
                New payment run
              </OpenLink>
            </>
          )}
        </>
      }
      links={links}
      columns={columnsOfFields<RunRow>(grid.declared)}
      grid={grid}
      options={RUN_GRID}
      path="/payments"
      file="payment_runs"
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/payments/${row.id}`}
      rowLabel={(row) => `payment run ${row.id}`}
      openKey={runId}
      empty={
        <Empty
          title="No payment runs yet"
          act={
            mayAdd && (
              <OpenLink className="button" to="/payments/new">
                New payment run
              </OpenLink>
            )
          }
        >
          A run pays approved invoices together, after two people have approved it.
        </Empty>
      }
    />
  )
}
