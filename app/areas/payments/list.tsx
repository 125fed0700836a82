import { Instant } from '~/platform/page/instant'
import { amountColumn, countColumn, dayColumn, textColumn } from '~/platform/page/shown-columns'
import { showDay, showIban } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { Link } from '~/ui/open-close/close-link'
import { PAYMENT_STATES, type Payable, type Payment, type RunRow, STATE_CLASS } from './payment'

const iban = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
): GridColumn<Row, Id> =>
  changed<Row, Id, GridColumn<Row, Id>>(textColumn(id, header, value, 210), {
    meta: { unspaced: true },
    cell: ({ row }) => showIban(value(row.original) ?? ''),
  })

/** Columns of Payment runs. */
export const RUN_COLUMNS = columnsOf<RunRow>()([
  changed(
    countColumn<RunRow, 'id'>('id', 'Run', (row) => row.id, 75),
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
  dayColumn('execution_date', 'Pay on', (row) => row.execution_date),
  changed(
    textColumn<RunRow, 'totals'>('totals', 'Total', (row) => row.totals, 200),
    {
      enableSorting: false,
      enableGrouping: false,
      meta: { values: false, align: 'end' },
    },
  ),
  countColumn('payments', 'Payments', (row) => row.payments),
  changed(
    countColumn<RunRow, 'open'>('open', 'Unanswered', (row) => row.open, 105),
    {
      meta: { title: 'Sent, and neither paid nor rejected by the bank yet' },
    },
  ),
  countColumn('paid', 'Paid', (row) => row.paid, 70),
  countColumn('rejected', 'Rejected', (row) => row.rejected),
  countColumn('taken_out', 'Taken out', (row) => row.taken_out, 95),
  textColumn('made_by', 'Made by', (row) => row.made_by),
  {
    id: 'creation_date',
    header: 'Made',
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original.creation_date} />,
  },
])

/** Settings by which the address of Payment runs is parsed; newest first. */
export const RUN_GRID = { layout: 'paymentruns', defaultSort: [{ column: 'id', descending: true }] }

/** Why an invoice is held, with the way to what is to be completed. */
export function Held({ held, held_entity }: Pick<Payable, 'held' | 'held_entity'>) {
  return (
    <>
      {held}
      {held_entity !== null && (
        <>
          {' '}
          <Link to={`/admin/lookups/legal-entities/rows/${held_entity}`}>Open the legal entity</Link>
        </>
      )}
    </>
  )
}

/** Columns of the invoices that could be paid: what matters for that comes first. */
export const PAYABLE_COLUMNS = columnsOf<Payable>()([
  dayColumn('due_date', 'Due.Date', (row) => row.due_date),
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
  textColumn('provider', 'Provider', (row) => row.provider),
  textColumn('invoice_ref', 'Reference', (row) => row.invoice_ref),
  textColumn('currency', 'Ccy', (row) => row.currency, 60),
  amountColumn('gross_amount', 'Gross', (row) => row.gross_amount, 115),
  {
    id: 'held',
    header: 'Held',
    size: 290,
    meta: { kind: 'text', wrap: true, title: 'Why it is not paid now' },
    accessorFn: (row) => row.held,
    cell: ({ row: { original } }) => <Held {...original} />,
  },
  amountColumn('discount', 'Discount', (row) => row.discount, 115),
  dayColumn('discount_until', 'If paid until', (row) => row.discount_until),
  textColumn('settling_entity', 'Settling Entity', (row) => row.settling_entity),
  iban('debtor_iban', 'Paid from', (row) => row.debtor_iban),
  iban('creditor_iban', 'Paid to', (row) => row.creditor_iban),
  dayColumn('invoice_date', 'Inv.Date', (row) => row.invoice_date),
  changed(
    countColumn<Payable, 'id'>('id', 'Invoice', (row) => row.id),
    { enableGrouping: false },
  ),
])

export const PAYABLE_GRID = {
  layout: 'payable',
  defaultSort: [{ column: 'due_date', descending: false }],
}

/** What stops a payment or ended it, else what is to be checked before its file is made. */
function whyOf({ stopped, reason, state, warnings }: Payment): string {
  if (stopped !== null || reason !== '') return stopped ?? reason
  return state === 'planned' ? warnings.join(' ') : ''
}

/** Columns of the payments of one run. */
export const PAYMENT_COLUMNS = columnsOf<Payment>()([
  changed(
    countColumn<Payment, 'invoice'>('invoice', 'Invoice', (row) => row.invoiceId, 80),
    {
      enableGrouping: false,
    },
  ),
  textColumn('creditor', 'Paid to', (row) => row.creditor.name),
  amountColumn('amount', 'Amount', (row) => row.amount, 115),
  textColumn('currency', 'Ccy', (row) => row.currency, 60),
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
    accessorFn: whyOf,
    cell: ({ row }) => whyOf(row.original),
  },
  dayColumn('due_date', 'Due.Date', (row) => row.dueDate),
  dayColumn('value_date', 'Value date', (row) => row.valueDate),
  textColumn('invoice_ref', 'Reference', (row) => row.invoiceRef),
  iban('creditor_iban', 'Account paid', (row) => row.creditor.iban),
  textColumn('debtor', 'Paid by', (row) => row.debtor.name),
  iban('debtor_iban', 'Account that pays', (row) => row.debtor.iban),
  changed(
    textColumn<Payment, 'end_to_end_id'>('end_to_end_id', 'End-to-end id', (row) => row.endToEndId, 170),
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
