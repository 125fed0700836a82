import { Instant } from '~/platform/page/instant'
import { amountColumn, countColumn, dayColumn, textColumn } from '~/platform/page/shown-columns'
import { showAmount, showDay, showMonth } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import type { PrepaidBalance, PrepaidCheck, PrepaidDue, PrepaidJournal } from './prepaid'

/** Columns of what is to be booked. */
export const DUE_COLUMNS = columnsOf<PrepaidDue>()([
  countColumn('invoice', 'Invoice', (row) => row.invoice),
  {
    id: 'month_end',
    header: 'Month',
    size: 112,
    meta: { kind: 'day', show: showDay, exported: (row) => showMonth(row.month_end) },
    cell: ({ row }) => showMonth(row.original.month_end),
  },
  amountColumn('amount', 'Expense', (row) => row.amount, 125),
  textColumn('currency', 'Ccy', (row) => row.currency, 60),
  textColumn('expense_type', 'Expense type', (row) => row.expense_type, 150),
  textColumn('settling_entity', 'Settling Entity', (row) => row.settling_entity, 220),
  textColumn('sub_fund', 'Sub-fund', (row) => row.sub_fund, 150),
  textColumn('provider', 'Provider', (row) => row.provider, 200),
  textColumn('invoice_ref', 'Reference', (row) => row.invoice_ref, 140),
  {
    id: 'note',
    header: 'Why',
    size: 105,
    meta: { kind: 'badge', title: 'Of an earlier month, or of an invoice that was cancelled or returned' },
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
  countColumn('invoice', 'Invoice', (row) => row.invoice),
  textColumn('expense_type', 'Account', (row) => `PREPAID EXPENSE, ${row.expense_type}`, 230),
  amountColumn('prepaid', 'Prepaid', (row) => row.prepaid, 125, 'Booked with the invoice'),
  amountColumn(
    'recognised',
    'Recognised',
    (row) => row.recognised,
    125,
    'By journals that were marked as booked',
  ),
  amountColumn('remaining', 'Remaining', (row) => row.remaining, 125),
  textColumn('currency', 'Ccy', (row) => row.currency, 60),
  textColumn('settling_entity', 'Settling Entity', (row) => row.settling_entity, 220),
  textColumn('sub_fund', 'Sub-fund', (row) => row.sub_fund, 150),
  textColumn('provider', 'Provider', (row) => row.provider, 200),
  textColumn('invoice_ref', 'Reference', (row) => row.invoice_ref, 140),
  dayColumn('service_from', 'From', (row) => row.service_from),
  dayColumn('service_to', 'To', (row) => row.service_to),
])

export const BALANCE_GRID = {
  layout: 'prepaidbalance',
  defaultSort: [
    { column: 'settling_entity', descending: false },
    { column: 'invoice', descending: false },
  ],
}

/** Columns of what is left, compared with the balances of NAVs. */
export const CHECK_COLUMNS = columnsOf<PrepaidCheck>()([
  textColumn('fund', 'Fund', (row) => row.fund, 220),
  textColumn('expense_type', 'Expense type', (row) => row.expense_type, 150),
  textColumn('accounts', 'Accounts', (row) => row.accounts, 100),
  dayColumn('nav_date', 'NAV date', (row) => row.nav_date),
  textColumn('nav_status', 'NAV', (row) => row.nav_status ?? 'none yet', 120),
  textColumn('currency', 'Ccy', (row) => row.currency, 60),
  amountColumn(
    'nav_balance',
    'In the NAV',
    (row) => row.nav_balance,
    125,
    'Debtor less creditor of these accounts',
  ),
  amountColumn(
    'remaining',
    'Remaining',
    (row) => row.remaining,
    125,
    'Of prepaid invoices, at the rates of the NAV date',
  ),
  {
    id: 'difference',
    header: 'Difference',
    size: 125,
    meta: { kind: 'number', decimals: 2, show: showAmount, currency: (row) => row.currency },
    accessorFn: (row) => row.difference,
    cell: ({ row: { original } }) => {
      const shown = showAmount(original.difference, original.currency)
      const agrees = original.difference === null || original.difference === '0.00'
      return agrees ? shown : <Badge kind="failed" status={shown} />
    },
  },
])

export const CHECK_GRID = {
  prefix: 'nav',
  layout: 'prepaidnavs',
  defaultSort: [{ column: 'fund', descending: false }],
}

/** Columns of the journals that were booked. */
export const JOURNAL_COLUMNS = columnsOf<PrepaidJournal>()([
  countColumn('id', 'Journal', (row) => row.id),
  {
    id: 'month_end',
    header: 'Month',
    size: 112,
    meta: { kind: 'day', show: showDay, exported: (row) => showMonth(row.month_end) },
    cell: ({ row }) => showMonth(row.original.month_end),
  },
  countColumn('lines', 'Lines', (row) => row.lines, 75),
  textColumn('totals', 'Total', (row) => row.totals, 240),
  textColumn('booked_by', 'Booked by', (row) => row.booked_by, 180),
  {
    id: 'booked_at',
    header: 'Booked',
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original.booked_at} />,
  },
  textColumn('comment', 'Comment', (row) => row.comment, 260),
])

export const JOURNAL_GRID = { layout: 'prepaidjournals', defaultSort: [{ column: 'id', descending: true }] }
