import { invoiceColumns } from '~/components/invoices/invoice-columns'
import { useTimeZone } from '~/components/site/site'
import type { InvoiceRow } from '~/domain/invoices/invoice-row'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'

/** Columns of the Transactions sub-grid: the hidden id, then those of the Invoice Log. */
export function transactionColumns(timeZone: string): GridColumn<InvoiceRow>[] {
  const id: GridColumn<InvoiceRow> = {
    ...{ id: 'id', label: 'id', kind: 'number', width: 70, hiddenByDefault: true },
    render: (row) => String(row.id),
  }
  return [id, ...invoiceColumns(timeZone)]
}

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
  budgetId: number
  invoices: Listed<InvoiceRow>
  place: keyof typeof TRANSACTION_GRID
  /** Page that the grid's addresses are of. */
  path: string
  /** May this person open the Invoice Log? */
  mayOpen: boolean
}

/** The invoices that a budget counts (specification: Transactions sub-grid), grouped and added up as people like. */
export function AllocatedInvoices({ budgetId, invoices, place, path, mayOpen }: AllocatedInvoicesProps) {
  return (
    <Grid
      title={`Allocated Invoices of budget ${budgetId}`}
      panel
      columns={transactionColumns(useTimeZone())}
      {...invoices}
      options={TRANSACTION_GRID[place]}
      path={path}
      exportTo={`/budgets/${budgetId}/export/allocated_invoices`}
      rowKey={(row) => String(row.id)}
      rowHref={mayOpen ? (row) => `/invoices/${row.id}?page=1` : undefined}
      rowLabel={(row) => `invoice ${row.id} of ${row.provider}`}
      empty="This budget counts no invoice. Invoices of its supplier count that its settling entity pays, of its routine and expense type, dated within its days."
    />
  )
}
