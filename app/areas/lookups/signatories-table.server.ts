import type { Read } from 'db/database'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { signatory } from 'db/schema/signatures'
import { asc, eq } from 'drizzle-orm'
import { SIGNATORY_FIELDS } from '~/areas/authorisation-matrix/matrix-columns'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { waitingTable } from './waiting-table.server'

const table = lookupTable({
  name: 'signatories',
  title: 'Signatories',
  one: 'signatory',
  about: 'Class and validity of who signs for a client; every change waits for a team leader',
  table: signatory,
  key: ['id'],
  fields: { validatorId: idColumn('Client validator', 'no client validator'), ...SIGNATORY_FIELDS },
  more: {
    validatorId: { fixed: true, width: 380 },
    signatoryClass: { hint: 'An A may sign where a B is asked.', width: 130 },
    validFrom: { fixed: true },
    validTo: { hint: 'Last day; blank is without end.' },
  },
  order: [
    { column: 'validatorId', descending: false },
    { column: 'validFrom', descending: false },
  ],
  labelOf: (row) => `of class ${textOf(row.signatoryClass)}, valid from ${showDay(textOf(row.validFrom))}`,
  async options(read) {
    const people = await validators(read)
    return {
      validatorId: people.map(({ id, legalEntity: entity, firstName, lastName, isRetired }) => ({
        value: String(id),
        label: `${firstName} ${lastName}, ${entity}${isRetired ? ' (retired)' : ''}`,
      })),
    }
  },
  unique: ['validFrom', 'validatorId'],
  uses: [],
  instead: '',
})

/** Which class a client's validators sign as, and when. */
export const signatories = waitingTable(table, 'signatory', async (read, row) => {
  const person = (await validators(read)).find(({ id }) => id === Number(row.validatorId))
  if (!person)
    throw new DomainError('conflict', 'This client validator was deleted meanwhile. Reload the page.')
  const text = (field: string) => (row[field] == null ? null : String(row[field]))
  return {
    legalEntity: person.legalEntity,
    firstName: person.firstName,
    lastName: person.lastName,
    validFrom: text('validFrom'),
    validTo: text('validTo'),
    signatoryClass: text('signatoryClass'),
  }
})

function validators(read: Read) {
  const { id, firstName, lastName, isRetired } = clientValidator
  return read
    .select({ id, firstName, lastName, isRetired, legalEntity: legalEntity.name })
    .from(clientValidator)
    .innerJoin(legalEntity, eq(legalEntity.id, clientValidator.legalEntityId))
    .orderBy(asc(legalEntity.name), asc(lastName), asc(firstName))
}
