import { fieldColumns } from '~/platform/page/shown-columns'
import { showIban } from '~/platform/values/show'
import { columnsOf } from '~/ui/grid/columns'
import type { BankHabit } from './habit'

const habit = fieldColumns<BankHabit>()

/** Columns of what people explained in the same way before. */
export const HABIT_COLUMNS = columnsOf<BankHabit>()([
  habit.slim('word', 'First word', { size: 150, meta: { phone: 'object' } }),
  {
    id: 'booked_as',
    header: 'Booked as',
    size: 110,
    meta: {
      kind: 'text',
      filter: 'select',
      options: ['charges', 'income'].map((value) => ({ value, label: value })),
      phone: 'status',
    },
    cell: ({ row }) => row.original.booked_as,
  },
  habit.count('times', 'Times', { size: 80, meta: { phone: 'amount' } }),
  habit.day('last', 'Last booked', { size: 110, meta: { phone: 'due' } }),
  habit.count('waiting', 'Waiting', {
    size: 90,
    meta: { title: 'Entries of the inbox with this proposal' },
  }),
  habit.slim('counterparty', 'Counterparty', { size: 220, meta: { phone: 'name' } }),
  habit.slim('entity', 'Account of'),
  habit.slim('account', 'Account', {
    size: 210,
    meta: { unspaced: true },
    cell: ({ row }) => showIban(row.original.account),
  }),
])

/** Settings by which the address of the rules is parsed; what was used last first. */
export const HABIT_GRID = {
  layout: 'bankhabits',
  defaultSort: [
    { column: 'last', descending: true },
    { column: 'word', descending: false },
  ],
}
