import { useLocation } from '@remix-run/react'
import type { BudgetCheck } from '~/areas/budgets/budget'
import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments } from '~/areas/documents/report-documents'
import type { InvoiceRow } from '~/areas/invoices/invoice'
import { invoiceColumns } from '~/areas/invoices/list'
import { useTimeZone } from '~/platform/page/use-site'
import { eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { readable } from '~/ui/grid/href'
import { askedTab } from '~/ui/tabs/asked-tab'
import { Tabs } from '~/ui/tabs/tabs'
import { DraftBudgets } from './budget-section'

/** The tabs below an expanded draft, in their order. */
export const DETAIL_TABS = [
  { id: 'invoices', label: 'Client vision' },
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
  { id: 'budgets', label: 'Budgets' },
] as const

export type DraftDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')

interface DraftDetailProps {
  draftId: number
  tab: DraftDetailTab
  /** Each is loaded only where its tab is open. */
  invoices: Listed<InvoiceRow> | null
  events: HistoryEvent[]
  documents: ListedDocument[]
  budgets: BudgetCheck[]
  passed: string[]
  mayOpenBudgets: boolean
  mayOpenInvoices: boolean
}

/** The address parameters of the sub-table of a draft's invoices. */
export const CLIENT_VISION = { prefix: 'sub', defaultSort: [{ column: 'id', descending: false }] }

/** Below an expanded draft: its invoices, its history, its documents, its budgets. */
export function DraftDetail({ draftId, tab, invoices, events, documents, ...props }: DraftDetailProps) {
  const timeZone = useTimeZone()
  const { pathname, search } = useLocation()
  const href = (id: DraftDetailTab) => {
    const params = new URLSearchParams(search)
    params.set('detail', id)
    return `${pathname}?${readable(params)}`
  }
  return (
    <>
      <Tabs
        label={`Details of draft ${draftId}`}
        current={tab}
        tabs={DETAIL_TABS.map(({ id, label }) => ({ id, label, href: href(id) }))}
      />
      {tab === 'invoices' && invoices && (
        <Grid
          title={`Invoices of draft ${draftId}`}
          columns={clientVision(timeZone)}
          {...invoices}
          options={CLIENT_VISION}
          path={pathname}
          rowKey={(row) => String(row.id)}
          rowHref={props.mayOpenInvoices ? (row) => `/drafts/invoices/${row.id}` : undefined}
          rowLabel={(row) => `invoice ${row.id}`}
          empty="No invoice has been made of this draft yet: that is its last step, after the client validated it."
        />
      )}
      {tab === 'audit' && (
        <Grid
          title={`Payment Workflow Audit of draft ${draftId}`}
          panel
          columns={eventColumns(timeZone, 1).filter(({ hiddenByDefault }) => !hiddenByDefault)}
          rows={events}
          total={events.length}
          rowKey={(event) => String(event.id)}
        />
      )}
      {tab === 'documents' && (
        <ReportDocuments
          title={`Documents of draft ${draftId}`}
          rows={documents.map(({ id, fileName, file_type, creationDate }) => ({
            href: `/documents/${id}`,
            fileName,
            fileType: file_type,
            creationDate,
          }))}
          empty="This draft has no documents. Open it to add some."
        />
      )}
      {tab === 'budgets' && (
        <DraftBudgets checks={props.budgets} passed={props.passed} mayOpen={props.mayOpenBudgets} />
      )}
    </>
  )
}

/** The invoices of a draft as its client sees them: the number that opens it, then the columns of the log. */
export function clientVision(timeZone: string): GridColumn<InvoiceRow>[] {
  return [
    { id: 'id', label: 'Invoice', kind: 'number', width: 80, render: ({ id }) => String(id) },
    ...invoiceColumns(timeZone),
  ]
}
