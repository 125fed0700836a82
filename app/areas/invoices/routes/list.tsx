import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListCount } from '~/platform/page/lateness'
import { ListPage } from '~/platform/page/list-page'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { lazily } from '~/ui/enhanced/later'
import { changes, keepList } from '~/ui/grid/keep-list'
import { Empty } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { expandedInvoice, invoiceTable } from '../grid-sources'
import { detailTab, INVOICE_GRID, logColumns } from '../list'
import { countOverdue } from '../list.server'

const ExpandedInvoice = lazily(
  () => import('../expanded-invoice').then((code) => code.ExpandedInvoice),
  'shown',
)

export const meta = () => [{ title: 'Invoice Log · Fundesk' }]

/** Unlike other lists it loads data for the one expanded row. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  const detail = (url: URL) => `${url.searchParams.get('expanded')} ${detailTab(url)}`
  return changes(next, detail) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard')
  const { actor } = guarded
  const [grid, late] = await Promise.all([
    sourcePage(guarded, args.request, invoiceTable(guarded)),
    countOverdue(guarded),
  ])
  const open = grid.rows.find(({ id }) => String(id) === grid.parsed.query.expanded)
  return {
    grid,
    late,
    expanded: open ? await expandedInvoice(guarded, open.id, detailTab(new URL(args.request.url))) : null,
    links: domainLinks(actor, 'transactiondashboard'),
  }
}

export default function InvoiceLog() {
  const { grid, late, expanded, links } = useLoaderData<typeof loader>()
  const { invoiceId } = useParams()
  usePreload(['invoices/invoice-detail'])
  return (
    <ListPage
      title="Invoice Log"
      aside={<ListCount total={grid.total} late={late} path="/invoices" />}
      fill
      actions={
        <Link className="button" to="/invoices/prepaid">
          Prepaid expenses
        </Link>
      }
      links={links}
      rowsTitle="Invoices"
      columns={logColumns(grid.declared)}
      grid={grid}
      options={INVOICE_GRID}
      path="/invoices"
      file="invoices"
      selectable
      marked={useMarkedStep('/invoices')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/invoices/${row.id}`}
      rowLabel={(row) => `invoice ${row.id} of ${row.provider}`}
      openKey={invoiceId}
      detail={(row) => expanded?.invoiceId === row.id && <ExpandedInvoice {...expanded} />}
      empty={
        <Empty
          title="No invoices yet"
          act={
            links.some(({ to }) => to === '/drafts') && (
              <Link className="button button--primary" to="/drafts?page=1">
                Open Drafted Expenses
              </Link>
            )
          }
        >
          An invoice appears here when its draft is completed: after the client has validated it.
        </Empty>
      }
    />
  )
}
