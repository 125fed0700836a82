import { reason } from 'db/schema/lookups'
import { navControl } from 'db/schema/navs'
import { CellFault, type Column, column } from '~/platform/tables/column'
import { text, wholeNumber } from '~/platform/tables/columns'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'

const code: Column<string> = column('Code', (cell) =>
  /^[A-Z][A-Z0-9_-]{0,19}$/.test(cell.code())
    ? cell.code()
    : new CellFault('is no code: up to 20 capital letters, digits, - and _, a letter first'),
)

/** Why a control is run (reasonCode of the specification). */
export const reasons = lookupTable({
  name: 'reasons',
  title: 'Reasons of controls',
  one: 'reason',
  about: 'What an accountant chooses from when a control is launched',
  table: reason,
  key: ['code'],
  fields: { code, display: text('Display'), sortingOrder: wholeNumber('Order', 1, 9_999) },
  more: {
    code: { hint: 'Capital letters and digits, such as PRICE.', longest: 20, width: 160 },
    display: { hint: 'As people read it.' },
    sortingOrder: { hint: 'Its place in the list, from 1.' },
  },
  order: [
    { column: 'sortingOrder', descending: false },
    { column: 'code', descending: false },
  ],
  labelOf: (row) => textOf(row.code),
  unique: ['code'],
  uses: [{ what: ['control', 'controls'], table: navControl, column: navControl.reasonCode, field: 'code' }],
  instead: 'Leave it in the list.',
})
