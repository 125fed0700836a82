import { useLocation } from '@remix-run/react'
import type { BudgetCheck } from '~/areas/budgets/budget'
import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments, storedDocuments } from '~/areas/documents/report-documents'
import type { InvoiceRow } from '~/areas/invoices/fields.server'
import { invoiceColumnsWithId } from '~/areas/invoices/list'
import type { WithDeclared } from '~/platform/lists/list-fields.server'
import { Events } from '~/platform/page/event-grid'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { DetailTabs } from '~/ui/tabs/tabs'
import { DraftBudgets } from './budget-section'
import { CLIENT_VISION, DETAIL_TABS, type ExpandedDraftTab } from './list'

interface ExpandedDraftProps {
  draftId: number
  tab: ExpandedDraftTab
  /** Each is loaded only when its tab is open. */
  invoices: (Listed<InvoiceRow> & WithDeclared) | null
  events: HistoryEvent[]
  documents: ListedDocument[]
  budgets: BudgetCheck[]
  passed: string[]
  mayOpenBudgets: boolean
  mayOpenInvoices: boolean
}

/** Below an expanded draft: its invoices, its history, its documents, its budgets. */
export function ExpandedDraft({ draftId, tab, invoices, events, documents, ...props }: ExpandedDraftProps) {
  const { pathname } = useLocation()
  return (
    <>
      <DetailTabs of={`draft ${draftId}`} tabs={DETAIL_TABS} current={tab} />
      {tab === 'invoices' && invoices && (
        <Grid
          title={`Invoices of draft ${draftId}`}
          columns={invoiceColumnsWithId(invoices.declared)}
          {...invoices}
          options={CLIENT_VISION}
          path={pathname}
          rowKey={(row) => String(row.id)}
          rowHref={props.mayOpenInvoices ? (row) => `/drafts/invoices/${row.id}` : undefined}
          rowLabel={(row) => `invoice ${row.id}`}
          empty="No invoices yet. They are created in the last step, after the client has validated the draft."
        />
      )}
      {tab === 'audit' && (
        <Events title={`Payment Workflow Audit of draft ${draftId}`} events={events} round={1} />
      )}
      {tab === 'documents' && (
        <ReportDocuments
          title={`Documents of draft ${draftId}`}
          rows={storedDocuments(documents)}
          empty="This draft has no documents. Open it to add some."
        />
      )}
      {tab === 'budgets' && (
        <DraftBudgets checks={props.budgets} passed={props.passed} mayOpen={props.mayOpenBudgets} />
      )}
    </>
  )
}
