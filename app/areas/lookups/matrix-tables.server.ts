import type { Read } from 'db/database'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { asc, eq } from 'drizzle-orm'
import { decidesAlone } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { checkEntry, matrixChangeKind, requestEntry } from '~/areas/authorisation-matrix/entry-change.server'
import { RULE_FIELDS, SIGNATORY_FIELDS } from '~/areas/authorisation-matrix/matrix-columns'
import type { Entry, MatrixKind } from '~/areas/authorisation-matrix/matrix-entry'
import { entityName } from '~/areas/reference-data/entities.server'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { currencyOptions, entityOptions, idColumn } from '~/platform/tables/options.server'
import { type RowValues, textOf } from '~/platform/tables/table-column'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount, showDay } from '~/platform/values/show'

/**
 * A table of the authorisation matrix: a change through its calls waits for a team leader, and the row stays as it is
 * until then. Only in a site without a possible second person does it take effect at once.
 * @param entryOf the row with names in place of ids
 */
function waitingTable(
  table: EditableTable,
  kind: MatrixKind,
  entryOf: (read: Read, values: RowValues) => Promise<Entry>,
): EditableTable {
  const alone = ({ tx, actor }: UserWriteContext) => decidesAlone(tx, actor.id, matrixChangeKind(kind).queue)
  return {
    ...table,
    waits: true,
    async insert(context, values, comment) {
      const change = { verb: 'add' as const, entry: await entryOf(context.tx, values) }
      await checkEntry(context.tx, kind, change)
      if (await alone(context)) return table.insert(context, values)
      return { row: { ...values, key: '' }, note: await requestEntry(context, kind, change, comment) }
    },
    async update(context, before, values, comment) {
      const change = { verb: 'change' as const, entry: await entryOf(context.tx, values) }
      await checkEntry(context.tx, kind, change)
      if (await alone(context)) return table.update(context, before, values)
      return { row: before, note: await requestEntry(context, kind, change, comment) }
    },
    async delete(context, row, comment) {
      if (await alone(context)) return table.delete(context, row)
      const change = { verb: 'delete' as const, entry: await entryOf(context.tx, row) }
      return { note: await requestEntry(context, kind, change, comment) }
    },
  }
}

const { currency: inCurrency, amountFrom, amountTo, rule, validFrom, validTo } = RULE_FIELDS

const table = lookupTable({
  name: 'authorisation-rules',
  title: 'Authorisation rules',
  one: 'authorisation rule',
  about: 'Which signatures a client asks for which amounts; every change needs a team leader’s approval',
  table: authorisationRule,
  key: ['id'],
  fields: {
    legalEntityId: idColumn('Legal entity', 'no legal entity'),
    currency: inCurrency,
    amountFrom,
    amountTo,
    rule,
    validFrom,
    validTo,
  },
  more: {
    legalEntityId: { fixed: true, width: 260 },
    currency: { kind: 'choice', fixed: true, width: 90 },
    amountFrom: { fixed: true, hint: 'Gross; included in the band.', decimals: 2, width: 130 },
    amountTo: { hint: 'Gross; included in the band; blank means no limit.', decimals: 2, width: 130 },
    rule: { hint: 'A: one of class A. A+A: two of class A. A+B: one of A, one of B.', width: 90 },
    validFrom: { fixed: true },
    validTo: { hint: 'Last day; blank means no end.' },
  },
  order: [
    { column: 'legalEntityId', descending: false },
    { column: 'validFrom', descending: false },
    { column: 'currency', descending: false },
    { column: 'amountFrom', descending: false },
  ],
  labelOf: (row) =>
    `${textOf(row.currency)} from ${showAmount(textOf(row.amountFrom))}, valid from ${showDay(textOf(row.validFrom))}`,
  options: { legalEntityId: entityOptions, currency: currencyOptions },
  unique: ['amountFrom', 'legalEntityId', 'currency', 'validFrom'],
  uses: [],
  instead: '',
})

/** How many signatures, of which class, a client's matrix requires for an amount. */
export const authorisationRules = waitingTable(table, 'authorisation rule', async (read, row) => {
  const text = (field: string) => (row[field] == null ? null : String(row[field]))
  return {
    legalEntity: await entityName(read, Number(row.legalEntityId)),
    currency: text('currency'),
    validFrom: text('validFrom'),
    amountFrom: text('amountFrom'),
    validTo: text('validTo'),
    amountTo: text('amountTo'),
    rule: text('rule'),
  }
})

const signatoryTable = lookupTable({
  name: 'signatories',
  title: 'Signatories',
  one: 'signatory',
  about: 'Class and validity of who signs for a client; every change needs a team leader’s approval',
  table: signatory,
  key: ['id'],
  fields: { validatorId: idColumn('Client validator', 'no client validator'), ...SIGNATORY_FIELDS },
  more: {
    validatorId: { fixed: true, width: 380 },
    signatoryClass: { hint: 'Class A may also sign where class B is required.', width: 130 },
    validFrom: { fixed: true },
    validTo: { hint: 'Last day; blank means no end.' },
  },
  order: [
    { column: 'validatorId', descending: false },
    { column: 'validFrom', descending: false },
  ],
  labelOf: (row) => `of class ${textOf(row.signatoryClass)}, valid from ${showDay(textOf(row.validFrom))}`,
  options: {
    validatorId: async (read) =>
      (await validators(read)).map(({ id, legalEntity: entity, firstName, lastName, isRetired }) => ({
        value: String(id),
        label: `${firstName} ${lastName}, ${entity}${isRetired ? ' (retired)' : ''}`,
      })),
  },
  unique: ['validFrom', 'validatorId'],
  uses: [],
  instead: '',
})

/** The class in which each of a client's validators signs, and when. */
export const signatories = waitingTable(signatoryTable, 'signatory', async (read, row) => {
  const person = (await validators(read)).find(({ id }) => id === Number(row.validatorId))
  if (!person)
    throw new DomainError('conflict', 'This client validator was deleted in the meantime. Reload the page.')
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
