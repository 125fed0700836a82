import { Instant } from '~/platform/page/instant'
import { DueIn, lateColumn } from '~/platform/page/lateness'
import { showAmount, showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { InvoiceRow, LoggedInvoice } from './invoice'

const amount = <Id extends 'gross_amount' | 'taxes' | 'net_amount'>(
  id: Id,
  header: string,
): GridColumn<InvoiceRow, Id> => ({
  id,
  header,
  size: 115,
  meta: { kind: 'number', sum: true, decimals: 2, show: showAmount },
  cell: ({ row }) => showAmount(row.original[id]),
})

const slim = <Id extends 'provider' | 'settling_entity' | 'expense_type' | 'invoice_ref'>(
  id: Id,
  header: string,
): GridColumn<InvoiceRow, Id> => ({
  id,
  header,
  meta: { kind: 'text', slim: true, cellTitle: (row) => row[id] },
  cell: ({ row }) => row.original[id],
})

/** Columns of the Invoice Log, in the specification's words and order. */
export const INVOICE_COLUMNS = columnsOf<InvoiceRow>()([
  slim('provider', 'Provider'),
  slim('settling_entity', 'Settling Entity'),
  slim('expense_type', 'Expense Type'),
  {
    id: 'routine_type_name',
    header: 'Routine',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.routine_type_name ?? '',
  },
  {
    id: 'invoice_date',
    header: 'Inv.Date',
    size: 108,
    meta: { kind: 'day', show: showDay },
    cell: ({ row }) => showDay(row.original.invoice_date),
  },
  changed(slim('invoice_ref', 'Reference'), { meta: { values: false } }),
  {
    id: 'currency',
    header: 'Ccy',
    size: 60,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.currency,
  },
  amount('gross_amount', 'Gross'),
  {
    id: 'due_date',
    header: 'Due.Date',
    size: 108,
    meta: { kind: 'day', show: showDay },
    cell: ({ row }) => showDay(row.original.due_date),
  },
  amount('taxes', 'Taxes'),
  amount('net_amount', 'Net'),
  {
    id: 'event_date',
    header: 'Update Date',
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original.event_date} />,
  },
  {
    id: 'event_log',
    header: 'Last Comment',
    meta: { kind: 'text', values: false },
    cell: ({ row }) => row.original.event_log,
  },
  {
    id: 'event_status',
    header: 'Status',
    size: 228,
    meta: {
      kind: 'badge', // The last column of the specification, and the first that people look for.
      pinned: 'end',
      filter: 'select',
      exported: (row) => `${row.event_status} (${row.event_queue})`,
    },
    cell: ({ row }) => (
      <Badge
        kind={row.original.event_class}
        status={row.original.event_status}
        queue={row.original.event_queue}
      />
    ),
  },
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
