import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { clientValidator } from 'db/schema/lookups'
import { signatory } from 'db/schema/signatures'
import { entityOptions } from '~/platform/tables/entity-options.server'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { SHEETS } from './sheets'

const { firstName, lastName, isRetired } = SHEETS['Client validators']
const DRAFTS = ['draft', 'drafts'] as const
const INVOICES = ['invoice', 'invoices'] as const

const legalEntityId = idColumn('Legal entity', 'no legal entity')

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
  options: async (read) => ({ legalEntityId: await entityOptions(read) }),
  unique: ['lastName', 'legalEntityId', 'firstName'],
  uses: [
    { what: ['signatory', 'signatories'], table: signatory, column: signatory.validatorId, field: 'id' },
    { what: DRAFTS, table: draft, column: draft.validatingUserA, field: 'id' },
    { what: DRAFTS, table: draft, column: draft.validatingUserB, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.validatingUserA, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.validatingUserB, field: 'id' },
  ],
  instead: 'Mark them as retired: then they are offered no more.',
})
