import { useLocation } from '@remix-run/react'
import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments } from '~/areas/documents/report-documents'
import { useTimeZone } from '~/platform/page/use-site'
import { eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { Grid } from '~/ui/grid/grid'
import { readable } from '~/ui/grid/href'
import type { Listed } from '~/ui/grid/listed'
import { Tabs } from '~/ui/tabs/tabs'
import type { AllocatedInvoice } from './allocated-invoice'
import { AllocatedInvoices } from './allocated-invoices'
import { type BudgetDetailTab, DETAIL_TABS } from './detail-tabs'
import type { Counting } from './transaction-columns'

interface BudgetDetailProps {
  budgetId: number
  /** How it counts. */
  counting: Counting
  tab: BudgetDetailTab
  round: number
  /** Each filled where its tab is open. */
  events: HistoryEvent[]
  documents: ListedDocument[]
  invoices: Listed<AllocatedInvoice> | null
  mayOpenInvoices: boolean
}

/** Below an expanded budget: its history, its documents, the invoices that it counts. */
export function BudgetDetail({ budgetId, tab, round, events, documents, ...props }: BudgetDetailProps) {
  const timeZone = useTimeZone()
  const { pathname, search } = useLocation()
  const href = (id: BudgetDetailTab) => {
    const params = new URLSearchParams(search)
    params.set('detail', id)
    return `${pathname}?${readable(params)}`
  }
  return (
    <>
      <Tabs
        label={`Details of budget ${budgetId}`}
        current={tab}
        tabs={DETAIL_TABS.map(({ id, label }) => ({ id, label, href: href(id) }))}
      />
      {tab === 'audit' && (
        <Grid
          title={`Budget Workflow Audit of budget ${budgetId}`}
          panel
          columns={eventColumns(timeZone, round).filter(({ hiddenByDefault }) => !hiddenByDefault)}
          rows={events}
          total={events.length}
          rowKey={({ id }) => String(id)}
        />
      )}
      {tab === 'documents' && (
        <ReportDocuments
          title={`Budget Documents of budget ${budgetId}`}
          rows={documents.map(({ id, fileName, file_type, creationDate }) => ({
            href: `/documents/${id}`,
            fileName,
            fileType: file_type,
            creationDate,
          }))}
          empty="This budget has no documents. Open it to add some."
        />
      )}
      {tab === 'invoices' && props.invoices && (
        <AllocatedInvoices
          budget={{ id: budgetId, ...props.counting }}
          invoices={props.invoices}
          place="expanded"
          path={pathname}
          mayOpen={props.mayOpenInvoices}
        />
      )}
    </>
  )
}
