import { useLocation } from '@remix-run/react'
import type { ListedDocument } from '~/areas/documents/documents-of.server'
import { ReportDocuments, storedDocuments } from '~/areas/documents/report-documents'
import { invoiceColumnsWithId } from '~/areas/invoices/list'
import type { DeclaredColumn, WithDeclared } from '~/platform/lists/list-fields.server'
import { Events } from '~/platform/page/event-grid'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { changed, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { DetailTabs } from '~/ui/tabs/tabs'
import type { Budget } from './budget'
import type { AllocatedInvoice } from './budget-figures'
import { countedColumns, DETAIL_TABS, type ExpandedBudgetTab, TRANSACTION_GRID } from './list'

/** How a budget counts its invoices. */
export type Counting = Pick<Budget, 'currency' | 'amount_type'>

/**
 * Columns of the Transactions sub-grid: those of the specification, then what the budget counts of each invoice.
 * @param declared the columns of invoices
 */
export function transactionColumns(
  declared: readonly DeclaredColumn[],
  budget: Counting,
): GridColumn<AllocatedInvoice>[] {
  return [...invoiceColumnsWithId(declared), ...countedColumns(budget.currency, budget.amount_type)].map(
    (column) =>
      // A pinned status would cover the counted columns: the drawer is no wider.
      changed(column, { meta: { pinned: undefined } }),
  )
}

interface AllocatedInvoicesProps {
  budget: Counting & { id: number }
  invoices: Listed<AllocatedInvoice> & WithDeclared
  place: keyof typeof TRANSACTION_GRID
  /** Page that the grid's addresses are of. */
  path: string
  /** May this person open the Invoice Log? */
  mayOpen: boolean
}

/** The invoices that a budget counts (specification: Transactions sub-grid), with free grouping and sums. */
export function AllocatedInvoices({ budget, invoices, place, path, mayOpen }: AllocatedInvoicesProps) {
  return (
    <Grid
      title={`Allocated Invoices of budget ${budget.id}`}
      panel
      columns={transactionColumns(invoices.declared, budget)}
      {...invoices}
      options={TRANSACTION_GRID[place]}
      path={path}
      exportTo={`/budgets/${budget.id}/export/allocated_invoices`}
      rowKey={(row) => String(row.id)}
      rowHref={mayOpen ? (row) => `/invoices/${row.id}?page=1` : undefined}
      rowLabel={(row) => `invoice ${row.id} of ${row.provider}`}
      empty="No invoice counts in this budget yet. Drafts under way count as committed, and become invoices here once the client has validated them. If one is missing, its supplier, settling entity, routine or expense type differs, or its date is outside this budget: check it in the Invoice Log."
    />
  )
}

interface ExpandedBudgetProps {
  budgetId: number
  /** How it counts. */
  counting: Counting
  tab: ExpandedBudgetTab
  round: number
  /** Each is loaded only when its tab is open. */
  events: HistoryEvent[]
  documents: ListedDocument[]
  invoices: (Listed<AllocatedInvoice> & WithDeclared) | null
  mayOpenInvoices: boolean
}

/** Below an expanded budget: its history, its documents, the invoices that it counts. */
export function ExpandedBudget({ budgetId, tab, round, events, documents, ...props }: ExpandedBudgetProps) {
  const { pathname } = useLocation()
  return (
    <>
      <DetailTabs of={`budget ${budgetId}`} tabs={DETAIL_TABS} current={tab} />
      {tab === 'audit' && (
        <Events title={`Budget Workflow Audit of budget ${budgetId}`} events={events} round={round} />
      )}
      {tab === 'documents' && (
        <ReportDocuments
          title={`Budget Documents of budget ${budgetId}`}
          rows={storedDocuments(documents)}
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
