import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { Badge } from '~/ui/badge/badge'
import { changed, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { InvoiceRow, LoggedInvoice } from './fields.server'

/** The columns of the Transactions sub-grids of a budget and of a draft: with the hidden id in front. */
export const invoiceColumnsWithId = (declared: readonly DeclaredColumn[]): GridColumn<InvoiceRow>[] => [
  {
    id: 'id',
    header: 'id',
    size: 70,
    meta: { kind: 'number', hiddenByDefault: true },
    cell: ({ row }) => String(row.original.id),
  },
  ...columnsOfFields<InvoiceRow>(declared),
]

const PAYMENT: GridColumn<LoggedInvoice, 'payment'> = {
  id: 'payment',
  header: 'Payment',
  size: 85,
  enableSorting: false,
  enableGrouping: false,
  enableColumnFilter: false,
  meta: {
    kind: 'text',
    title: 'Held while a change of the bank accounts of who is paid waits for a second person',
  },
  cell: ({ row }) => row.original.payment !== null && <Badge kind="warning" status={row.original.payment} />,
}

/** Beside an open invoice: who is paid, who pays, and where it stands. The panel has the rest. */
const BESIDE_INVOICE: readonly string[] = ['provider', 'settling_entity', 'event_status']

/** The columns of the Invoice Log: behind how late an invoice is, whether its payment is held. */
export const logColumns = (declared: readonly DeclaredColumn[]): GridColumn<LoggedInvoice>[] =>
  columnsOfFields<LoggedInvoice>(declared)
    .flatMap((column) => (column.id === 'days_late' ? [column, PAYMENT] : [column]))
    .map((column) =>
      BESIDE_INVOICE.includes(column.id) ? column : changed(column, { meta: { besideDrawer: 'hidden' } }),
    )

/** Settings by which the address of the Invoice Log is parsed; newest invoices first. */
export const INVOICE_GRID = {
  layout: 'invoicelog',
  defaultSort: [{ column: 'invoice_date', descending: true }],
}

/** The tabs below an expanded invoice, in their order. */
export const DETAIL_TABS = [
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
] as const

export type ExpandedInvoiceTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const detailTab = detailTabOf(DETAIL_TABS)
