import { fieldColumns } from '~/platform/page/shown-columns'
import { showIban } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import { type BankMonth, MONTH_STATES, type MonthState } from './bank-month'

const month = fieldColumns<BankMonth>()

const STATE_LOOKS: Readonly<Record<MonthState, 'warning' | 'pending' | 'validated'>> = {
  Open: 'warning',
  'Ready to close': 'pending',
  Closed: 'validated',
}

export function MonthBadge({ state }: Pick<BankMonth, 'state'>) {
  return <Badge kind={STATE_LOOKS[state]} status={state} />
}

/** Columns of the months of accounts. */
export const MONTH_COLUMNS = columnsOf<BankMonth>()([
  month.slim('entity', 'Account of', { size: 288, meta: { phone: 'object' } }),
  month.slim('account', 'Account', {
    size: 210,
    meta: { unspaced: true, phone: 'next' },
    cell: ({ row }) => showIban(row.original.account),
  }),
  month.text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  {
    id: 'state',
    header: 'State',
    size: 130,
    meta: {
      kind: 'badge',
      phone: 'status',
      filter: 'select',
      options: MONTH_STATES.map((value) => ({ value, label: value })),
    },
    accessorFn: (row) => row.state,
    cell: ({ row }) => <MonthBadge state={row.original.state} />,
  },
  month.amount('opening', 'Opening'),
  month.amount('total', 'Booked', { meta: { title: 'Credits less debits' } }),
  month.amount('explained', 'Explained', { meta: { title: 'The sum of what explains its entries' } }),
  month.amount('unexplained', 'Unexplained', { meta: { title: 'Booked less explained' } }),
  month.amount('closing', 'Closing', { meta: { phone: 'amount' } }),
  month.count('entries', 'Entries', { size: 80 }),
  month.count('open_entries', 'Open', { size: 70, meta: { title: 'Entries that nothing explains' } }),
  month.slim('hindrance', 'Why not closed', { size: 260, enableGrouping: false, meta: { values: false } }),
  month.slim('closed_by', 'Closed by', { size: 120 }),
  month.instant('closed_at', 'Closed at'),
  month.slim('reopened_by', 'Reopened by', { size: 120, meta: { hiddenByDefault: true } }),
  month.instant('reopened_at', 'Reopened at', { meta: { hiddenByDefault: true } }),
  month.slim('comment', 'Why reopened', {
    enableGrouping: false,
    meta: { values: false, hiddenByDefault: true },
  }),
])

/** Settings by which the address of the months of accounts is parsed. */
export const MONTH_GRID = {
  layout: 'bankmonths',
  defaultSort: [
    { column: 'entity', descending: false },
    { column: 'account', descending: false },
  ],
}
