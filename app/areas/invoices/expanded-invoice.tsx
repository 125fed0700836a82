import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments, storedDocuments } from '~/areas/documents/report-documents'
import { Events } from '~/platform/page/event-grid'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { DetailTabs, detailTabOf } from '~/ui/tabs/tabs'

/** The tabs below an expanded invoice, in their order. */
export const DETAIL_TABS = [
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
] as const

export type ExpandedInvoiceTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const detailTab = detailTabOf(DETAIL_TABS)

interface ExpandedInvoiceProps {
  invoiceId: number
  tab: ExpandedInvoiceTab
  round: number
  /** Each is loaded only where its tab is open. */
  events: HistoryEvent[]
  documents: ListedDocument[]
}

/** Below an expanded invoice: its history, and its documents. */
export function ExpandedInvoice({ invoiceId, tab, round, events, documents }: ExpandedInvoiceProps) {
  return (
    <>
      <DetailTabs of={`invoice ${invoiceId}`} tabs={DETAIL_TABS} current={tab} />
      {tab === 'audit' ? (
        <Events title={`Payment Workflow Audit of invoice ${invoiceId}`} events={events} round={round} />
      ) : (
        <ReportDocuments
          title={`Documents of invoice ${invoiceId}`}
          rows={storedDocuments(documents)}
          empty="This invoice has no documents. Open it to add some."
        />
      )}
    </>
  )
}
