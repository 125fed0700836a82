import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { InvoiceFacts } from '~/components/invoices/invoice-facts'
import { useTimeZone } from '~/components/site/site'
import { eventColumns } from '~/components/workflow/event-columns'
import { invoiceFacts } from '~/domain/invoices/invoice-facts.server'
import { historyOf } from '~/domain/workflow/history.server'
import { instanceById } from '~/domain/workflow/instance.server'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { Grid } from '~/ui/grid/grid'
import { keepBelow } from '~/ui/open-close/keep-below'
import { PageSection } from '~/ui/page/page'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guard(args, 'transactiondashboard')
  const invoiceId = idInPath(args.params.invoiceId)
  const [invoice, instance, history] = await pageRead(() =>
    Promise.all([invoiceFacts(read, invoiceId), instanceById(read, invoiceId), historyOf(read, invoiceId)]),
  )
  return { invoice, instance, history }
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `Invoice ${data.invoice.id} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = keepBelow

/** One invoice beside the log: what is stored of it, and its events. */
export default function Invoice() {
  const { invoice, instance, history } = useLoaderData<typeof loader>()
  const timeZone = useTimeZone()
  return (
    <Drawer
      closeHref="/invoices"
      {...useNeighbours(invoice.id)}
      badge={<Badge kind={instance.class} status={instance.status} queue={instance.queue} />}
      title={`Invoice ${invoice.id}`}
    >
      <PageSection>
        <InvoiceFacts invoice={invoice} />
      </PageSection>
      <PageSection title="Events">
        <Grid
          title="Events"
          columns={eventColumns(timeZone, instance.round)}
          rows={history}
          total={history.length}
          rowKey={(event) => String(event.id)}
        />
      </PageSection>
    </Drawer>
  )
}

/** Addresses of the invoices before and after this one on the log's page; none when it is not on it. */
function useNeighbours(id: number) {
  const list = useRouteLoaderData('routes/invoices/list') as { grid: { rows: { id: number }[] } } | undefined
  const rows = list?.grid.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0) return {}
  const href = (row: { id: number } | undefined) => (row ? `/invoices/${row.id}` : null)
  return { previousHref: href(rows[at - 1]), nextHref: href(rows[at + 1]) }
}
