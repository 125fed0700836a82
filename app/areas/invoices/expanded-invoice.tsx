import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments, storedDocuments } from '~/areas/documents/report-documents'
import { Events } from '~/platform/page/event-grid'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { DetailTabs } from '~/ui/tabs/tabs'
import { DETAIL_TABS, type ExpandedInvoiceTab } from './list'

interface ExpandedInvoiceProps {
  invoiceId: number
  tab: ExpandedInvoiceTab
  round: number
  /** Each is loaded only when its tab is open. */
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
