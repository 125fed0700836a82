import { fieldColumns } from '~/platform/page/shown-columns'
import { showIban } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import type { StatementRow } from './statement-fields.server'

const statement = fieldColumns<StatementRow>()

/** Columns of the days of accounts. */
export const STATEMENT_COLUMNS = columnsOf<StatementRow>()([
  statement.day('day', 'Day', { size: 100, meta: { phone: 'due' } }),
  statement.slim('entity', 'Account of', { meta: { phone: 'object' } }),
  statement.slim('account', 'Account', {
    size: 210,
    meta: { unspaced: true, phone: 'status' },
    cell: ({ row }) => showIban(row.original.account),
  }),
  statement.text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  statement.amount('opening', 'Opening', { meta: { sum: false } }),
  statement.amount('total', 'Booked', { meta: { title: 'Credits less debits' } }),
  statement.amount('closing', 'Closing', { meta: { sum: false, phone: 'amount' } }),
  statement.count('entries', 'Entries', { size: 80 }),
  statement.count('explained', 'Explained', { size: 95 }),
  statement.count('unexplained', 'Unexplained', {
    size: 110,
    cell: ({ row: { original } }) =>
      original.unexplained === 0 ? '0' : <Badge kind="warning" status={String(original.unexplained)} />,
  }),
  {
    id: 'joins',
    header: 'Joins',
    size: 140,
    meta: {
      kind: 'text',
      title: 'Whether it adds up, and opens with what the statement before it closed with',
    },
    cell: ({ row: { original } }) =>
      original.joins.startsWith('Does not') ? (
        <Badge kind="failed" status={original.joins} />
      ) : (
        original.joins
      ),
  },
  statement.amount('difference', 'Difference', {
    meta: { sum: false, title: 'Closing less opening and entries' },
  }),
  statement.amount('gap', 'Gap', {
    meta: { sum: false, title: 'Opening less the closing balance of the statement before it' },
  }),
  statement.slim('number', 'Number', { size: 90, meta: { hiddenByDefault: true } }),
])

/** Settings by which the address of the days of accounts is parsed; newest first. */
export const STATEMENT_GRID = {
  layout: 'bankstatements',
  defaultSort: [
    { column: 'day', descending: true },
    { column: 'account', descending: false },
  ],
}
