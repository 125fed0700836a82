import { DueIn, lateColumn } from '~/platform/page/lateness'
import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { InvoiceRow, LoggedInvoice } from './fields.server'

const { amount, day, instant, slim, text } = fieldColumns<InvoiceRow>()

/** Columns of the Invoice Log, in the specification's words and order. */
export const INVOICE_COLUMNS = columnsOf<InvoiceRow>()([
  slim('provider', 'Provider'),
  slim('settling_entity', 'Settling Entity'),
  slim('expense_type', 'Expense Type'),
  text('routine_type_name', 'Routine'),
  day('invoice_date', 'Inv.Date', { size: 108 }),
  slim('invoice_ref', 'Reference', { meta: { values: false } }),
  text('currency', 'Ccy', { size: 60 }),
  amount('gross_amount', 'Gross'),
  day('due_date', 'Due.Date', { size: 108 }),
  amount('taxes', 'Taxes'),
  amount('net_amount', 'Net'),
  instant('event_date', 'Update Date'),
  text('event_log', 'Last Comment', { meta: { values: false } }),
  // The last column of the specification, and the first that people look for.
  statusColumn(228, { meta: { pinned: 'end' } }),
])

/**
 * The same with how late each is, and whether its payment is held, after its amounts.
 * @param pays for those who pay: when each is due, and in how many days, comes first
 */
export function logColumns(pays = false): GridColumn<LoggedInvoice>[] {
  const columns: GridColumn<LoggedInvoice>[] = [...INVOICE_COLUMNS]
  const late = changed(lateColumn<LoggedInvoice>('Days past the due date, while it is not paid'), {
    // Of a million invoices only those with a value are known to an index.
    enableSorting: false,
    enableGrouping: false,
    meta: { values: false },
  })
  if (pays) {
    const due = columns.filter(({ id }) => id === 'due_date')
    return [
      ...due,
      { ...late, header: 'Due', cell: dueCell },
      PAYMENT,
      ...columns.filter(({ id }) => id !== 'due_date'),
    ]
  }
  const after = columns.findIndex(({ id }) => id === 'net_amount') + 1
  return [...columns.slice(0, after), late, PAYMENT, ...columns.slice(after)]
}

/** "in 3 days", "today", and a badge once it is late. */
const dueCell: GridColumn<LoggedInvoice>['cell'] = ({ row: { original } }) => {
  const days = original.days_late === null ? original.days_left : -original.days_late
  return days !== null && <DueIn due={{ days, minutes: null }} />
}

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
