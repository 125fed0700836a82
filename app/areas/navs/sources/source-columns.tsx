import { fieldColumns } from '~/platform/page/shown-columns'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import { SOURCE_KINDS } from './source-kinds'
import { SOURCE_STATES, type SourceRow } from './source-rows'

const source = fieldColumns<SourceRow>()
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Columns of the second sources of a day. */
export const SOURCE_COLUMNS = columnsOf<SourceRow>()([
  source.text('kind', 'Kind', {
    size: 150,
    meta: { filter: 'select', options: choices(SOURCE_KINDS), phone: 'name' },
  }),
  source.text('fund_code', 'Fund', { size: 90, meta: { phone: 'object' } }),
  source.text('sender', 'Sender', { size: 160, meta: { phone: 'next' } }),
  {
    id: 'state',
    header: 'State',
    size: 120,
    meta: { kind: 'badge', filter: 'select', options: choices(SOURCE_STATES), phone: 'status' },
    cell: ({ row: { original } }) => (
      <Badge kind={original.state === 'ARRIVED' ? 'success' : 'failed'} status={original.state} />
    ),
  },
  source.yesNo('is_expected', 'Expected'),
  source.day('source_date', 'Date', {
    size: 105,
    meta: { title: 'At a weekend that of the last weekday, of deals their last day' },
  }),
  source.count('row_count', 'Rows'),
  source.slim('fault', 'Fault', { size: 170 }),
  source.slim('file_name', 'File', { size: 220 }),
  source.instant('uploaded_at', 'Uploaded'),
  source.slim('uploaded_by', 'By', { size: 150 }),
])

/** Settings by which the address of the list is parsed: what is missing comes first. */
export const SOURCE_GRID = {
  layout: 'secondsources',
  defaultSort: [
    { column: 'state', descending: true },
    { column: 'kind', descending: false },
    { column: 'fund_code', descending: false },
  ],
}
