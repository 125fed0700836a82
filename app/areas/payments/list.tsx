import { Late } from '~/platform/page/lateness'
import { amountColumn, countColumn, dayColumn, fieldColumns, textColumn } from '~/platform/page/shown-columns'
import { dueText, showAmount, showIban } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { Link } from '~/ui/open-close/close-link'
import { PAYMENT_STATES, type Payable, type Payment, STATE_CLASS } from './payment'

/** Settings by which the address of Payment runs is parsed; newest first. */
export const RUN_GRID = { layout: 'paymentruns', defaultSort: [{ column: 'id', descending: true }] }

/** Why an invoice is held, with the way to what is to be completed. */
export function Held({ held, held_entity }: Pick<Payable, 'held' | 'held_entity'>) {
  return (
    <>
      <span>{held}</span>
      {held_entity !== null && (
        <>
          {' '}
          <Link to={`/admin/lookups/legal-entities/rows/${held_entity}`}>Open the legal entity</Link>
        </>
      )}
    </>
  )
}

/** "31" after its due date, "in 3 days" before it. */
function DaysLate({ days }: { days: number }) {
  if (days > 0) return <Late days={days} text={String(days)} />
  return <span className="muted">{dueText({ days: -days, minutes: null })}</span>
}

const payable = fieldColumns<Payable>()

/** An account number, in groups of four. */
const iban = { size: 210, meta: { unspaced: true } } as const

/** Columns of the invoices that could be paid: what matters for that comes first. */
export const PAYABLE_COLUMNS = columnsOf<Payable>()([
  payable.day('due_date', 'Due.Date', { size: 112, meta: { phone: 'due' } }),
  {
    id: 'days',
    header: 'Days late',
    size: 95,
    meta: {
      kind: 'number',
      decimals: 0,
      title: 'Business days past the due date; a number less than zero counts the days left',
    },
    cell: ({ row }) => row.original.days !== null && <DaysLate days={row.original.days} />,
  },
  payable.slim('provider', 'Provider', { size: 242, meta: { phone: 'object' } }),
  payable.slim('invoice_ref', 'Reference', { size: 148 }),
  payable.slim('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  payable.amount('payable_amount', 'Payable', { meta: { phone: 'amount' } }),
  payable.text('held', 'Held', {
    size: 290,
    meta: { wrap: true, title: 'Why it is not paid now', phone: 'next' },
    cell: ({ row: { original } }) => <Held {...original} />,
  }),
  payable.text('duplicate', 'Duplicate of', {
    size: 180,
    meta: { wrap: true, title: 'Bills of the same supplier, amount and reference' },
  }),
  payable.amount('gross_amount', 'Gross'),
  payable.amount('credit_left', 'Credit left', {
    meta: { title: 'What is left of a credit: runs take it off invoices of the same supplier and entity' },
  }),
  payable.text('attempt_reason', 'Failed before', { size: 200 }),
  payable.count('attempt', 'Attempt', {
    size: 80,
    meta: { title: '2 where a run paid it before, and the bank rejected or returned it' },
  }),
  payable.amount('discount', 'Discount'),
  payable.day('discount_until', 'If paid until', { size: 112 }),
  payable.slim('settling_entity', 'Settling Entity'),
  payable.slim('debtor_iban', 'Paid from', {
    ...iban,
    cell: ({ row }) => showIban(row.original.debtor_iban),
  }),
  payable.slim('creditor_iban', 'Paid to', {
    ...iban,
    cell: ({ row }) => showIban(row.original.creditor_iban),
  }),
  payable.day('invoice_date', 'Inv.Date', { size: 112 }),
  payable.count('id', 'Invoice', { enableGrouping: false }),
])

export const PAYABLE_GRID = {
  layout: 'payable',
  defaultSort: [{ column: 'due_date', descending: false }],
}

const ibanColumn = <const Id extends string>(id: Id, header: string, value: (row: Payment) => string) =>
  changed<Payment, Id, GridColumn<Payment, Id>>(textColumn(id, header, value), {
    ...iban,
    cell: ({ row }) => showIban(value(row.original)),
  })

/** What stops a payment or ended it, else what is to be checked before its file is made. */
function whyOf({ stopped, reason, state, warnings }: Payment): string {
  if (stopped !== null || reason !== '') return stopped ?? reason
  return state === 'planned' ? warnings.join(' ') : ''
}

/** "CN-1 585.00, CN-2 10.00" */
const creditsText = ({ credits, currency }: Payment) =>
  credits
    .map(({ invoiceId, invoiceRef, amount }) => `${invoiceRef || invoiceId} ${showAmount(amount, currency)}`)
    .join(', ')

/** Columns of the payments of one run. */
export const PAYMENT_COLUMNS = columnsOf<Payment>()([
  changed(
    countColumn<Payment, 'invoice'>('invoice', 'Invoice', (row) => row.invoiceId, 80),
    {
      enableGrouping: false,
      meta: { phone: 'object' },
    },
  ),
  changed(
    textColumn<Payment, 'creditor'>('creditor', 'Paid to', (row) => row.creditor.name),
    { meta: { phone: 'name' } },
  ),
  changed(
    amountColumn<Payment, 'amount'>('amount', 'Amount', (row) => row.amount, 115),
    { meta: { phone: 'amount' } },
  ),
  changed(
    textColumn<Payment, 'currency'>('currency', 'Ccy', (row) => row.currency, 60),
    { meta: { phone: 'currency' } },
  ),
  {
    id: 'state',
    header: 'Payment',
    size: 105,
    meta: {
      kind: 'badge',
      phone: 'status',
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
    meta: { kind: 'text', wrap: true, values: false, phone: 'next' },
    accessorFn: whyOf,
    cell: ({ row }) => whyOf(row.original),
  },
  textColumn('bank_note', 'Bank’s note', (row) => row.bankNote, 200),
  changed(
    countColumn<Payment, 'attempt'>('attempt', 'Attempt', (row) => row.attempt, 80),
    {
      meta: {
        title: '2 for the second payment of an invoice, after the bank rejected or returned the first',
      },
    },
  ),
  textColumn('attempt_reason', 'Failed before', (row) => row.attemptReason, 200),
  changed(
    textColumn<Payment, 'duplicate'>('duplicate', 'Duplicate of', (row) => row.duplicate ?? '', 240),
    { meta: { wrap: true, title: 'Bills of the same supplier, amount and reference' } },
  ),
  dayColumn('due_date', 'Due.Date', (row) => row.dueDate),
  dayColumn('value_date', 'Value date', (row) => row.valueDate),
  amountColumn('discount', 'Discount', (row) => row.discount, 100),
  changed(textColumn<Payment, 'credits'>('credits', 'Credits taken off', creditsText, 200), {
    meta: { wrap: true },
  }),
  textColumn('invoice_ref', 'Reference', (row) => row.invoiceRef),
  ibanColumn('creditor_iban', 'Account paid', (row) => row.creditor.iban),
  textColumn('debtor', 'Paid by', (row) => row.debtor.name),
  ibanColumn('debtor_iban', 'Account that pays', (row) => row.debtor.iban),
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
