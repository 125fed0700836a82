import { fieldColumns } from '~/platform/page/shown-columns'
import { showExact, showFixed } from '~/platform/values/show'
import { columnsOf } from '~/ui/grid/columns'
import { BreakBadge } from '../matching/break-badge'
import { OPEN_BREAK_STATES, type OpenBreakRow } from './open-breaks'

const open = fieldColumns<OpenBreakRow>()

/** Columns of open breaks. */
export const OPEN_BREAK_COLUMNS = columnsOf<OpenBreakRow>()([
  open.text('fund_code', 'Fund', { size: 90, meta: { phone: 'object' } }),
  open.day('nav_date', 'NAV date', { size: 105 }),
  open.text('found_by', 'Found by', { size: 165, meta: { phone: 'next' } }),
  open.slim('subject', 'What', {
    size: 130,
    meta: { phone: 'name', title: 'A currency, an ISIN or an instrument code' },
  }),
  {
    id: 'difference',
    header: 'Difference',
    size: 115,
    meta: { kind: 'number', title: 'Signed, on the side of the second source, or of the manager' },
    cell: ({ row: { original } }) =>
      original.unit === 'units' ? showExact(original.difference) : showFixed(original.difference, 2),
  },
  open.text('unit', 'In', { size: 65 }),
  open.amount('value', 'Value', {
    meta: { sum: false, phone: 'amount', title: 'Signed, in fund currency; for its size see bp' },
  }),
  open.amount('bp', 'bp of TNA', {
    size: 95,
    meta: { sum: false, title: 'Its size, without a sign: by it the largest come first' },
    cell: ({ row }) => showFixed(row.original.bp, 2),
  }),
  open.count('age', 'Age, days', {
    size: 90,
    meta: { title: 'From the NAV date that it was first seen on' },
  }),
  {
    id: 'state',
    header: 'State',
    size: 128,
    meta: {
      kind: 'badge',
      filter: 'select',
      options: OPEN_BREAK_STATES.map((value) => ({ value, label: value })),
      phone: 'status',
    },
    cell: ({ row: { original } }) => <BreakBadge state={original.state} age={original.age} />,
  },
  open.slim('who', 'Who', { size: 150 }),
  open.day('until', 'Until', { size: 100, meta: { title: 'The last NAV date for which it is explained' } }),
  open.slim('reason', 'Reason', { size: 170 }),
  open.slim('comment', 'Comment', { size: 200, meta: { values: false } }),
  open.day('first_seen', 'First seen', { size: 105, meta: { hiddenByDefault: true } }),
])

/** Settings by which the address of the list is parsed: what weighs most comes first. */
export const OPEN_BREAK_GRID = {
  layout: 'openbreaks',
  defaultSort: [
    { column: 'bp', descending: true },
    { column: 'fund_code', descending: false },
  ],
}
