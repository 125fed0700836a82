import { showAmount, showDay, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf, type GridColumn } from '~/ui/grid/columns'
import {
  type PrepaidBalance,
  type PrepaidCheck,
  type PrepaidDue,
  type PrepaidJournal,
  showMonth,
} from './prepaid'

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
  title?: string,
): GridColumn<Row, Id> => ({
  ...{ id, header, size: 125 },
  meta: { kind: 'number', sum: true, decimals: 2, show: showAmount, ...(title ? { title } : {}) },
  accessorFn: value,
  cell: ({ row }) => showAmount(value(row.original)),
})

const count = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => number,
  size = 90,
): GridColumn<Row, Id> => ({
  ...{ id, header, size },
  meta: { kind: 'number', decimals: 0 },
  accessorFn: value,
  cell: ({ row }) => value(row.original),
})

/** Columns of what is to be booked. */
export const DUE_COLUMNS = columnsOf<PrepaidDue>()([
  count('invoice', 'Invoice', (row) => row.invoice),
  {
    id: 'month_end',
    header: 'Month',
    size: 112,
    meta: { kind: 'day', show: showDay, exported: (row) => showMonth(row.month_end) },
    cell: ({ row }) => showMonth(row.original.month_end),
  },
  amount('amount', 'Expense', (row) => row.amount),
  text('currency', 'Ccy', (row) => row.currency, 60),
  text('expense_type', 'Expense type', (row) => row.expense_type, 150),
  text('settling_entity', 'Settling Entity', (row) => row.settling_entity, 220),
  text('sub_fund', 'Sub-fund', (row) => row.sub_fund, 150),
  text('provider', 'Provider', (row) => row.provider, 200),
  text('invoice_ref', 'Reference', (row) => row.invoice_ref, 140),
  {
    id: 'note',
    header: 'Why',
    size: 105,
    meta: { kind: 'badge', title: 'Of an earlier month, or of an invoice that was cancelled' },
    accessorFn: (row) => row.note,
    cell: ({ row: { original } }) =>
      original.note === null ? '' : <Badge kind="warning" status={original.note} />,
  },
])

export const DUE_GRID = {
  layout: 'prepaiddue',
  defaultSort: [
    { column: 'settling_entity', descending: false },
    { column: 'invoice', descending: false },
  ],
}

/** Columns of what is left of prepaid invoices. */
export const BALANCE_COLUMNS = columnsOf<PrepaidBalance>()([
  count('invoice', 'Invoice', (row) => row.invoice),
  text('expense_type', 'Account', (row) => `PREPAID EXPENSE, ${row.expense_type}`, 230),
  amount('prepaid', 'Prepaid', (row) => row.prepaid, 'Booked with the invoice'),
  amount('recognised', 'Recognised', (row) => row.recognised, 'By journals that were marked as booked'),
  amount('remaining', 'Remaining', (row) => row.remaining),
  text('currency', 'Ccy', (row) => row.currency, 60),
  text('settling_entity', 'Settling Entity', (row) => row.settling_entity, 220),
  text('sub_fund', 'Sub-fund', (row) => row.sub_fund, 150),
  text('provider', 'Provider', (row) => row.provider, 200),
  text('invoice_ref', 'Reference', (row) => row.invoice_ref, 140),
  day('service_from', 'From', (row) => row.service_from),
  day('service_to', 'To', (row) => row.service_to),
])

export const BALANCE_GRID = {
  layout: 'prepaidbalance',
  defaultSort: [
    { column: 'settling_entity', descending: false },
    { column: 'invoice', descending: false },
  ],
}

/** Columns of what is left beside the balances of NAVs. */
export const CHECK_COLUMNS = columnsOf<PrepaidCheck>()([
  text('fund', 'Fund', (row) => row.fund, 220),
  text('expense_type', 'Expense type', (row) => row.expense_type, 150),
  text('accounts', 'Accounts', (row) => row.accounts, 100),
  day('nav_date', 'NAV date', (row) => row.nav_date),
  text('nav_status', 'NAV', (row) => row.nav_status ?? 'none yet', 120),
  text('currency', 'Ccy', (row) => row.currency, 60),
  amount('nav_balance', 'In the NAV', (row) => row.nav_balance, 'Debtor less creditor of these accounts'),
  amount(
    'remaining',
    'Remaining',
    (row) => row.remaining,
    'Of prepaid invoices, at the rates of the NAV date',
  ),
  {
    id: 'difference',
    header: 'Difference',
    size: 125,
    meta: { kind: 'number', decimals: 2, show: showAmount },
    accessorFn: (row) => row.difference,
    cell: ({ row: { original } }) =>
      original.difference === null || original.difference === '0.00' ? (
        showAmount(original.difference)
      ) : (
        <Badge kind="failed" status={showAmount(original.difference)} />
      ),
  },
])

export const CHECK_GRID = {
  prefix: 'nav',
  layout: 'prepaidnavs',
  defaultSort: [{ column: 'fund', descending: false }],
}

/** Columns of the journals that were booked. */
export function journalColumns(timeZone: string) {
  return columnsOf<PrepaidJournal>()([
    count('id', 'Journal', (row) => row.id),
    {
      id: 'month_end',
      header: 'Month',
      size: 112,
      meta: { kind: 'day', show: showDay, exported: (row) => showMonth(row.month_end) },
      cell: ({ row }) => showMonth(row.original.month_end),
    },
    count('lines', 'Lines', (row) => row.lines, 75),
    text('totals', 'Total', (row) => row.totals, 240),
    text('booked_by', 'Booked by', (row) => row.booked_by, 180),
    {
      id: 'booked_at',
      header: 'Booked',
      size: 145,
      meta: { kind: 'instant', show: showDay },
      cell: ({ row }) => showInstant(row.original.booked_at, timeZone),
    },
    text('comment', 'Comment', (row) => row.comment, 260),
  ])
}

export const JOURNAL_GRID = { layout: 'prepaidjournals', defaultSort: [{ column: 'id', descending: true }] }
