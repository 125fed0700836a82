import { useLocation } from '@remix-run/react'
import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments } from '~/areas/documents/report-documents'
import { useTimeZone } from '~/platform/page/use-site'
import { eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { Grid } from '~/ui/grid/grid'
import { readable } from '~/ui/grid/href'
import { askedTab } from '~/ui/tabs/asked-tab'
import { Tabs } from '~/ui/tabs/tabs'

/** The tabs below an expanded invoice, in their order. */
export const DETAIL_TABS = [
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
] as const

export type InvoiceDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')

interface InvoiceDetailProps {
  invoiceId: number
  tab: InvoiceDetailTab
  round: number
  /** Each is loaded only where its tab is open. */
  events: HistoryEvent[]
  documents: ListedDocument[]
}

/** Below an expanded invoice: its history, and its documents. */
export function InvoiceDetail({ invoiceId, tab, round, events, documents }: InvoiceDetailProps) {
  const timeZone = useTimeZone()
  const { pathname, search } = useLocation()
  const href = (id: InvoiceDetailTab) => {
    const params = new URLSearchParams(search)
    params.set('detail', id)
    return `${pathname}?${readable(params)}`
  }
  return (
    <>
      <Tabs
        label={`Details of invoice ${invoiceId}`}
        current={tab}
        tabs={DETAIL_TABS.map(({ id, label }) => ({ id, label, href: href(id) }))}
      />
      {tab === 'audit' ? (
        <Grid
          title={`Payment Workflow Audit of invoice ${invoiceId}`}
          panel
          columns={eventColumns(timeZone, round).filter(({ hiddenByDefault }) => !hiddenByDefault)}
          rows={events}
          total={events.length}
          rowKey={({ id }) => String(id)}
        />
      ) : (
        <ReportDocuments
          title={`Documents of invoice ${invoiceId}`}
          rows={documents.map(({ id, fileName, file_type, creationDate }) => ({
            href: `/documents/${id}`,
            fileName,
            fileType: file_type,
            creationDate,
          }))}
          empty="This invoice has no documents. Open it to add some."
        />
      )}
    </>
  )
}
