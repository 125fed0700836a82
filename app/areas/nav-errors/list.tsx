import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { showExact } from '~/platform/values/show'
import { columnsOf } from '~/ui/grid/columns'
import type { ErrorRow } from './fields.server'
import { ERROR_KINDS } from './nav-error'

const error = fieldColumns<ErrorRow>()

/** Columns of NAV errors. */
export const ERROR_COLUMNS = columnsOf<ErrorRow>()([
  error.count('id', 'Case', { size: 80, enableGrouping: false, meta: { phone: 'object' } }),
  error.text('fund_code', 'Fund', { size: 85, meta: { phone: 'name' } }),
  error.text('kind', 'Kind', {
    size: 105,
    meta: { filter: 'select', options: ERROR_KINDS.map((value) => ({ value, label: value })) },
  }),
  error.day('first_date', 'From', { size: 100 }),
  error.day('last_date', 'To', { size: 100 }),
  error.amount('highest', 'Largest error', {
    size: 120,
    meta: { sum: false, decimals: 4, currency: undefined, title: 'In percent, once the case is quantified' },
    cell: ({ row: { original } }) => (original.highest === null ? '' : `${showExact(original.highest)} %`),
  }),
  error.amount('to_holders', 'To holders', { meta: { phone: 'amount' } }),
  error.amount('to_fund', 'To the fund'),
  error.text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  statusColumn(200, { meta: { phone: 'status' } }),
  error.count('age', 'Age', { size: 70, meta: { title: 'Calendar days since it was discovered' } }),
  error.day('notify_by', 'Notify by', { size: 100, meta: { phone: 'due' } }),
  error.day('notified_on', 'Notified', { size: 100 }),
  error.day('report_by', 'Report by', { size: 100 }),
  error.day('compensated_on', 'Paid', { size: 100 }),
  error.slim('causes', 'Causes', { size: 190, enableGrouping: false, meta: { values: false } }),
  error.slim('description', 'Description', { size: 220, enableGrouping: false, meta: { values: false } }),
  error.slim('fund_name', 'Fund name', { size: 200, meta: { hiddenByDefault: true } }),
  error.day('discovered_on', 'Discovered', { size: 110, meta: { hiddenByDefault: true } }),
])

/** Settings by which the address of the list is parsed: the newest case first. */
export const ERROR_GRID = { layout: 'naverrors', defaultSort: [{ column: 'id', descending: true }] }
