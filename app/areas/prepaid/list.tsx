import { fieldColumns } from '~/platform/page/shown-columns'
import { showAmount, showMonth } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import type { PrepaidBalance, PrepaidCheck, PrepaidDue, PrepaidJournal } from './prepaid'

const due = fieldColumns<PrepaidDue>()
const balance = fieldColumns<PrepaidBalance>()
const check = fieldColumns<PrepaidCheck>()
const journal = fieldColumns<PrepaidJournal>()

/** Columns of what is to be booked. */
export const DUE_COLUMNS = columnsOf<PrepaidDue>()([
  due.count('invoice', 'Invoice', { meta: { phone: 'object' } }),
  due.day('month_end', 'Month', {
    size: 112,
    meta: { exported: (row) => showMonth(row.month_end), phone: 'due' },
    cell: ({ row }) => showMonth(row.original.month_end),
  }),
  due.amount('amount', 'Expense', { size: 125, meta: { phone: 'amount' } }),
  due.slim('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  due.slim('expense_type', 'Expense type', { size: 150 }),
  due.slim('settling_entity', 'Settling Entity', { size: 220, meta: { phone: 'next' } }),
  due.slim('sub_fund', 'Sub-fund', { size: 150 }),
  due.slim('provider', 'Provider', { size: 200, meta: { phone: 'name' } }),
  due.slim('invoice_ref', 'Reference', { size: 140 }),
  {
    id: 'note',
    header: 'Why',
    size: 105,
    meta: {
      kind: 'badge',
      title: 'Of an earlier month, or of an invoice that was cancelled or returned',
      phone: 'status',
    },
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

const accountOf = ({ expense_type }: PrepaidBalance) => `PREPAID EXPENSE, ${expense_type}`

/** Columns of what is left of prepaid invoices. */
export const BALANCE_COLUMNS = columnsOf<PrepaidBalance>()([
  balance.count('invoice', 'Invoice', { meta: { phone: 'object' } }),
  balance.slim('expense_type', 'Account', {
    size: 230,
    accessorFn: accountOf,
    meta: { cellTitle: accountOf, phone: 'status' },
    cell: ({ row }) => accountOf(row.original),
  }),
  balance.amount('prepaid', 'Prepaid', { size: 125, meta: { title: 'Booked with the invoice' } }),
  balance.amount('recognised', 'Recognised', {
    size: 125,
    meta: { title: 'By journals that were marked as booked' },
  }),
  balance.amount('remaining', 'Remaining', { size: 125, meta: { phone: 'amount' } }),
  balance.slim('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  balance.slim('settling_entity', 'Settling Entity', { size: 220 }),
  balance.slim('sub_fund', 'Sub-fund', { size: 150 }),
  balance.slim('provider', 'Provider', { size: 200, meta: { phone: 'name' } }),
  balance.slim('invoice_ref', 'Reference', { size: 140 }),
  balance.day('service_from', 'From', { size: 112 }),
  balance.day('service_to', 'To', { size: 112, meta: { phone: 'due' } }),
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
  check.slim('fund', 'Fund', { size: 220, meta: { phone: 'object' } }),
  check.slim('expense_type', 'Expense type', { size: 150, meta: { phone: 'name' } }),
  check.slim('accounts', 'Accounts', { size: 100 }),
  check.day('nav_date', 'NAV date', { size: 112, meta: { phone: 'due' } }),
  check.slim('nav_status', 'NAV', {
    size: 120,
    accessorFn: (row) => row.nav_status ?? 'none yet',
    meta: { cellTitle: (row) => row.nav_status ?? undefined, phone: 'status' },
    cell: ({ row }) => row.original.nav_status ?? 'none yet',
  }),
  check.slim('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  check.amount('nav_balance', 'In the NAV', {
    size: 125,
    meta: { title: 'Debtor less creditor of these accounts' },
  }),
  check.amount('remaining', 'Remaining', {
    size: 125,
    meta: { title: 'Of prepaid invoices, at the rates of the NAV date' },
  }),
  {
    id: 'difference',
    header: 'Difference',
    size: 125,
    meta: {
      kind: 'number',
      decimals: 2,
      show: showAmount,
      currency: (row) => row.currency,
      phone: 'amount',
    },
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
  journal.count('id', 'Journal', { meta: { phone: 'object' } }),
  journal.day('month_end', 'Month', {
    size: 112,
    meta: { exported: (row) => showMonth(row.month_end), phone: 'due' },
    cell: ({ row }) => showMonth(row.original.month_end),
  }),
  journal.count('lines', 'Lines', { size: 75 }),
  journal.slim('totals', 'Total', { size: 240, meta: { phone: 'amount' } }),
  journal.slim('booked_by', 'Booked by', { size: 180, meta: { phone: 'status' } }),
  journal.instant('booked_at', 'Booked'),
  journal.slim('comment', 'Comment', { size: 260 }),
])

export const JOURNAL_GRID = { layout: 'prepaidjournals', defaultSort: [{ column: 'id', descending: true }] }
