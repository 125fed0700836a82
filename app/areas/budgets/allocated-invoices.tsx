import { useTimeZone } from '~/platform/page/use-site'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import type { AllocatedInvoice } from './allocated-invoice'
import { type Counting, transactionColumns } from './transaction-columns'

/** What the address says of the sub-grid; below a row of the list and in the drawer it is not the same grid. */
export const TRANSACTION_GRID = {
  drawer: options('tx'),
  expanded: options('sub'),
}

function options(prefix: string) {
  return {
    prefix,
    layout: 'draftsubbudget',
    defaultSort: [{ column: 'invoice_date', descending: true }],
  }
}

interface AllocatedInvoicesProps {
  budget: Counting & { id: number }
  invoices: Listed<AllocatedInvoice>
  place: keyof typeof TRANSACTION_GRID
  /** Page that the grid's addresses are of. */
  path: string
  /** May this person open the Invoice Log? */
  mayOpen: boolean
}

/** The invoices that a budget counts (specification: Transactions sub-grid), grouped and added up as people like. */
export function AllocatedInvoices({ budget, invoices, place, path, mayOpen }: AllocatedInvoicesProps) {
  return (
    <Grid
      title={`Allocated Invoices of budget ${budget.id}`}
      panel
      columns={transactionColumns(useTimeZone(), budget)}
      {...invoices}
      options={TRANSACTION_GRID[place]}
      path={path}
      exportTo={`/budgets/${budget.id}/export/allocated_invoices`}
      rowKey={(row) => String(row.id)}
      rowHref={mayOpen ? (row) => `/invoices/${row.id}?page=1` : undefined}
      rowLabel={(row) => `invoice ${row.id} of ${row.provider}`}
      empty="No invoice counts in this budget yet. Drafts under way count as committed, and become invoices here once the client has validated them. One that you miss has another supplier, settling entity, routine or expense type, or is dated outside the days of this budget: compare it in the Invoice Log."
    />
  )
}
