import { invoice } from 'db/schema/invoices'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'
import { CellFault, type Column, column } from '../../import/column'
import { SHEETS } from '../../import/sheets'
import { lookupTable } from '../lookup-table.server'
import { textOf } from '../table-column'

const { firstName, lastName, isRetired } = SHEETS['Client validators']
const INVOICES = ['invoice', 'invoices'] as const

const legalEntityId: Column<number> = column(
  'Legal entity',
  (cell) => (/^[1-9]\d{0,8}$/.test(cell.code()) ? Number(cell.code()) : new CellFault('is no legal entity')),
  {},
  'choice',
)

/** Who validates for a client (validatingUserA and B of the specification). */
export const clientValidators = lookupTable({
  name: 'client-validators',
  title: 'Client validators',
  one: 'client validator',
  about: 'Who signs for a client on drafts and invoices',
  table: clientValidator,
  key: ['id'],
  fields: { firstName, lastName, legalEntityId, isRetired },
  order: [
    { column: 'lastName', descending: false },
    { column: 'firstName', descending: false },
  ],
  labelOf: (row) => `${textOf(row.firstName)} ${textOf(row.lastName)}`,
  async options(read) {
    const { id, name } = legalEntity
    const rows = await read.select({ id, name }).from(legalEntity).orderBy(asc(name))
    return { legalEntityId: rows.map((row) => ({ value: String(row.id), label: row.name })) }
  },
  unique: ['lastName', 'legalEntityId', 'firstName'],
  uses: [
    { what: INVOICES, table: invoice, column: invoice.validatingUserA, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.validatingUserB, field: 'id' },
  ],
  instead: 'Mark them as retired: then they are offered no more.',
})
