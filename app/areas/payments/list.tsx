import { showAmount, showDay, showIban, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { PAYMENT_STATES, type Payable, type Payment, type RunRow, STATE_CLASS } from './payment'

const text = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
  size?: number,
): GridColumn<Row, Id> => ({
  ...{ id, header, size },
  meta: { kind: 'text', slim: true, cellTitle: (row) => value(row) ?? undefined },
  accessorFn: value,
  cell: ({ row }) => value(row.original) ?? '',
})

const day = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
): GridColumn<Row, Id> => ({
  ...{ id, header, size: 112 },
  meta: { kind: 'day', show: showDay },
  accessorFn: value,
  cell: ({ row }) => showDay(value(row.original)),
})

const amount = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
): GridColumn<Row, Id> => ({
  ...{ id, header, size: 115 },
  meta: { kind: 'number', sum: true, decimals: 2, show: showAmount },
  accessorFn: value,
  cell: ({ row }) => showAmount(value(row.original)),
})

const count = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => number | null,
  size = 90,
): GridColumn<Row, Id> => ({
  ...{ id, header, size },
  meta: { kind: 'number', decimals: 0 },
  accessorFn: value,
  cell: ({ row }) => value(row.original) ?? '',
})

const iban = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
): GridColumn<Row, Id> =>
  changed<Row, Id, GridColumn<Row, Id>>(text(id, header, value, 210), {
    meta: { unspaced: true },
    cell: ({ row }) => showIban(value(row.original) ?? ''),
  })

/** Columns of Payment runs. */
export function runColumns(timeZone: string) {
  return columnsOf<RunRow>()([
    changed(
      count<RunRow, 'id'>('id', 'Run', (row) => row.id, 75),
      { enableGrouping: false },
    ),
    {
      id: 'event_status',
      header: 'Status',
      size: 220,
      meta: {
        kind: 'badge',
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
    day('execution_date', 'Pay on', (row) => row.execution_date),
    changed(
      text<RunRow, 'totals'>('totals', 'Total', (row) => row.totals, 200),
      {
        enableSorting: false,
        enableGrouping: false,
        meta: { values: false, align: 'end' },
      },
    ),
    count('payments', 'Payments', (row) => row.payments),
    changed(
      count<RunRow, 'open'>('open', 'Unanswered', (row) => row.open, 105),
      {
        meta: { title: 'Sent, and neither paid nor rejected by the bank yet' },
      },
    ),
    count('paid', 'Paid', (row) => row.paid, 70),
    count('rejected', 'Rejected', (row) => row.rejected),
    count('taken_out', 'Taken out', (row) => row.taken_out, 95),
    text('made_by', 'Made by', (row) => row.made_by),
    {
      id: 'creation_date',
      header: 'Made',
      size: 145,
      meta: { kind: 'instant', show: showDay },
      cell: ({ row }) => showInstant(row.original.creation_date, timeZone),
    },
  ])
}

/** Settings by which the address of Payment runs is parsed; newest first. */
export const RUN_GRID = { layout: 'paymentruns', defaultSort: [{ column: 'id', descending: true }] }

/** Columns of the invoices that could be paid: what decides it first. */
export const PAYABLE_COLUMNS = columnsOf<Payable>()([
  day('due_date', 'Due.Date', (row) => row.due_date),
  {
    id: 'days',
    header: 'Days late',
    size: 95,
    meta: { kind: 'number', decimals: 0, title: 'Days past the due date; less than zero before it' },
    accessorFn: (row) => row.days,
    cell: ({ row: { original } }) =>
      original.days !== null && original.days > 0 ? (
        <Badge kind="failed" status={String(original.days)} />
      ) : (
        (original.days ?? '')
      ),
  },
  text('provider', 'Provider', (row) => row.provider),
  text('invoice_ref', 'Reference', (row) => row.invoice_ref),
  text('currency', 'Ccy', (row) => row.currency, 60),
  amount('gross_amount', 'Gross', (row) => row.gross_amount),
  {
    id: 'held',
    header: 'Held',
    size: 290,
    meta: { kind: 'text', wrap: true, title: 'Why it is not paid now' },
    cell: ({ row }) => row.original.held ?? '',
  },
  amount('discount', 'Discount', (row) => row.discount),
  day('discount_until', 'If paid until', (row) => row.discount_until),
  text('settling_entity', 'Settling Entity', (row) => row.settling_entity),
  iban('debtor_iban', 'Paid from', (row) => row.debtor_iban),
  iban('creditor_iban', 'Paid to', (row) => row.creditor_iban),
  day('invoice_date', 'Inv.Date', (row) => row.invoice_date),
  changed(
    count<Payable, 'id'>('id', 'Invoice', (row) => row.id),
    { enableGrouping: false },
  ),
])

export const PAYABLE_GRID = {
  layout: 'payable',
  defaultSort: [{ column: 'due_date', descending: false }],
}

/** Columns of the payments of one run. */
export const PAYMENT_COLUMNS = columnsOf<Payment>()([
  changed(
    count<Payment, 'invoice'>('invoice', 'Invoice', (row) => row.invoiceId, 80),
    {
      enableGrouping: false,
    },
  ),
  text('creditor', 'Paid to', (row) => row.creditor.name),
  amount('amount', 'Amount', (row) => row.amount),
  text('currency', 'Ccy', (row) => row.currency, 60),
  {
    id: 'state',
    header: 'Payment',
    size: 105,
    meta: {
      kind: 'badge',
      filter: 'select',
      options: PAYMENT_STATES.map((value) => ({ value, label: value })),
    },
    accessorFn: (row) => row.state,
    cell: ({ row: { original } }) =>
      original.stopped === null ? (
        <Badge kind={STATE_CLASS[original.state]} status={original.state} />
      ) : (
        <Badge kind="failed" status="stopped" />
      ),
  },
  {
    id: 'why',
    header: 'Why',
    meta: { kind: 'text', wrap: true, values: false },
    accessorFn: (row) => row.stopped ?? row.reason,
    cell: ({ row }) => row.original.stopped ?? row.original.reason,
  },
  day('due_date', 'Due.Date', (row) => row.dueDate),
  day('value_date', 'Value date', (row) => row.valueDate),
  text('invoice_ref', 'Reference', (row) => row.invoiceRef),
  iban('creditor_iban', 'Account paid', (row) => row.creditor.iban),
  text('debtor', 'Paid by', (row) => row.debtor.name),
  iban('debtor_iban', 'Account that pays', (row) => row.debtor.iban),
  changed(
    text<Payment, 'end_to_end_id'>('end_to_end_id', 'End-to-end id', (row) => row.endToEndId, 170),
    {
      enableGrouping: false,
      meta: { values: false },
    },
  ),
])

export const PAYMENT_GRID = {
  prefix: 'pay',
  layout: 'paymentsofrun',
  defaultSort: [{ column: 'due_date', descending: false }],
}
