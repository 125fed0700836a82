import { lateColumn } from '~/platform/page/lateness'
import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { Badge } from '~/ui/badge/badge'
import { type ColumnChange, changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { InvoiceRow, LoggedInvoice } from './fields.server'

const { amount, day, instant, slim, text } = fieldColumns<InvoiceRow>()
const { count } = fieldColumns<LoggedInvoice>()

/**
 * Columns of the Invoice Log, in the specification's words and order; as wide as they may be for Gross to be in sight in
 * a window of 1,280 px.
 */
export const INVOICE_COLUMNS = columnsOf<InvoiceRow>()([
  slim('provider', 'Provider', { size: 125, meta: { phone: 'object' } }),
  slim('settling_entity', 'Settling Entity', { size: 125 }),
  slim('expense_type', 'Expense Type', { size: 134 }),
  text('routine_type_name', 'Routine', { size: 92 }),
  day('invoice_date', 'Inv.Date', { size: 100 }),
  slim('invoice_ref', 'Reference', { size: 134, meta: { values: false } }),
  text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  amount('gross_amount', 'Gross', { meta: { phone: 'amount' } }),
  day('due_date', 'Due.Date', { size: 108, meta: { phone: 'due' } }),
  amount('taxes', 'Taxes'),
  amount('net_amount', 'Net'),
  instant('event_date', 'Update Date'),
  text('event_log', 'Last Comment', { meta: { values: false } }),
  // The last column of the specification, and the first that people look for.
  statusColumn(228, { meta: { pinned: 'end', phone: 'status' } }),
])

/** The same for the Transactions sub-grids of a budget and of a draft: with the hidden id in front. */
export const TRANSACTION_COLUMNS = columnsOf<InvoiceRow>()([
  {
    id: 'id',
    header: 'id',
    size: 70,
    meta: { kind: 'number', hiddenByDefault: true },
    cell: ({ row }) => String(row.original.id),
  },
  ...INVOICE_COLUMNS,
])

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

/** Of a million invoices only those with a value are known to an index. */
const UNSORTED: ColumnChange<LoggedInvoice> = {
  enableSorting: false,
  enableGrouping: false,
  meta: { values: false },
}

/** Pinned behind the status, as the specification's columns come first; beside a drawer there is no room for it. */
const BEHIND_STATUS: ColumnChange<LoggedInvoice> = { meta: { pinned: 'end', besideDrawer: 'no' } }

/** The columns of the Invoice Log, and after them how late each invoice is and whether its payment is held. */
export const LOG_COLUMNS: GridColumn<LoggedInvoice>[] = [
  ...INVOICE_COLUMNS,
  changed(
    changed(
      lateColumn<LoggedInvoice>(
        'Business days past the due date, while it is not paid',
        (row) => row.due_date,
      ),
      UNSORTED,
    ),
    BEHIND_STATUS,
  ),
  PAYMENT,
  changed(
    count('days_left', 'Due in', {
      enableColumnFilter: false,
      meta: { hiddenByDefault: true, title: 'Days left until the due date, while it is not paid' },
    }),
    UNSORTED,
  ),
]

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
