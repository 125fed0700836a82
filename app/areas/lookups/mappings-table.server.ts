import { costLine, draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { mapping } from 'db/schema/lookups'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { MAPPING_KEYS, type MappingKey } from '~/areas/reference-data/mapping-keys'
import { CellFault, type Column, column } from '~/platform/tables/column'
import { choice, text, wholeNumber } from '~/platform/tables/columns'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import type { Use } from '~/platform/tables/uses.server'

const code: Column<string> = column('Code', (cell) =>
  /^[A-Z][A-Z0-9_-]{0,29}$/.test(cell.code())
    ? cell.code()
    : new CellFault('is no code: up to 30 capital letters, digits, - and _, a letter first'),
)

const use = (list: MappingKey, what: Use['what'], table: PgTable, of: PgColumn): Use => ({
  ...{ what, table, column: of, field: 'code' },
  when: (row) => row.list === list,
})
const DRAFTS = ['draft', 'drafts'] as const
const INVOICES = ['invoice', 'invoices'] as const

/** The codes that the forms of expenses offer: `key` of the calls is the list. */
export const mappings = lookupTable({
  name: 'mappings',
  title: 'Mappings',
  one: 'mapping',
  about: 'Fee allocation, posting filter and fees type that drafts and cost lines choose from',
  table: mapping,
  key: ['id'],
  storedAs: { list: 'key' },
  fields: {
    list: choice('List', MAPPING_KEYS),
    code,
    display: text('Display'),
    sortingOrder: wholeNumber('Order', 1, 9_999),
  },
  more: {
    list: { fixed: true, width: 160 },
    code: { fixed: true, hint: 'Capital letters and digits, such as AUDIT.', longest: 30, width: 180 },
    display: { hint: 'As people read it.' },
    sortingOrder: { hint: 'Its place in the list, from 1.' },
  },
  order: [
    { column: 'list', descending: false },
    { column: 'sortingOrder', descending: false },
    { column: 'code', descending: false },
  ],
  labelOf: (row) => `${textOf(row.list)} ${textOf(row.code)}`,
  unique: ['code', 'list'],
  uses: [
    use('FEE_ALLOCATION', DRAFTS, draft, draft.allocationRule),
    use('FEE_ALLOCATION', INVOICES, invoice, invoice.allocationRule),
    use('POSTING_FILTER', DRAFTS, draft, draft.postingFilter),
    use('POSTING_FILTER', INVOICES, invoice, invoice.postingFilter),
    use('FEES_TYPE', ['cost line', 'cost lines'], costLine, costLine.feesType),
    use('FEES_TYPE', INVOICES, invoice, invoice.feesType),
  ],
  instead: 'Leave it in the list.',
})
