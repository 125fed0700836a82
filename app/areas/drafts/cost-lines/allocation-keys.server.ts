import type { Read } from 'db/database'
import { allocationKey, costLine } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { fund } from 'db/schema/lookups'
import { and, asc, eq, ne } from 'drizzle-orm'
import { ENTITY_KINDS } from '~/areas/reference-data/choices.server'
import { day, optionalDay, partOfHundred } from '~/platform/tables/column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { entityOptionsOf, fundOptions, idColumn } from '~/platform/tables/options.server'
import { textOf, wordOf, wrongFields } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'

/** The fixed part of an entity's expenses that each sub-fund bears, by GL date. */
export const allocationKeys = lookupTable({
  name: 'allocation-keys',
  title: 'Allocation keys',
  one: 'allocation key',
  about:
    'Percent of an entity’s expenses that each sub-fund bears, by GL date; the keys of a day add up to 100',
  table: allocationKey,
  key: ['id'],
  fields: {
    legalEntityId: idColumn('Settling entity', 'no settling entity'),
    fundId: idColumn('Sub-fund', 'no fund'),
    share: partOfHundred('Part %'),
    validFrom: day('Valid from'),
    validTo: optionalDay('Valid to'),
  },
  more: {
    legalEntityId: { fixed: true, width: 280 },
    fundId: { fixed: true, width: 280, hint: 'A fund of this entity.' },
    share: { width: 100, hint: 'The keys of an entity on a day add up to 100.' },
    validFrom: { hint: 'First GL date.' },
    validTo: { hint: 'Last GL date; blank means no end.' },
  },
  order: [
    { column: 'legalEntityId', descending: false },
    { column: 'validFrom', descending: false },
    { column: 'fundId', descending: false },
  ],
  labelOf: (row, words) => `${wordOf(words, row, 'fundId', ' ')}from ${showDay(textOf(row.validFrom))}`,
  options: { legalEntityId: entityOptionsOf(ENTITY_KINDS), fundId: fundOptions },
  unique: ['validFrom', 'legalEntityId', 'fundId'],
  uses: [],
  instead: '',
  async check(read, { legalEntityId, fundId, validFrom, validTo }, before) {
    const [from, to] = [textOf(validFrom), textOf(validTo)]
    const others = await read
      .select()
      .from(allocationKey)
      .where(
        and(
          eq(allocationKey.legalEntityId, Number(legalEntityId)),
          eq(allocationKey.fundId, Number(fundId)),
          ...(before ? [ne(allocationKey.id, Number(before.id))] : []),
        ),
      )
    const met = others.find(
      (other) => (to === '' || other.validFrom <= to) && (other.validTo === null || from <= other.validTo),
    )
    wrongFields({
      fundId: (await isOfEntity(read, Number(fundId), Number(legalEntityId)))
        ? null
        : 'This fund belongs to another entity. Choose one of the entity, or correct its legal entity.',
      validTo: to !== '' && to < from ? `${showDay(to)} is before valid from ${showDay(from)}.` : null,
      validFrom: met
        ? `Its days overlap with the key from ${showDay(met.validFrom)}. Give that one an earlier end first.`
        : null,
    })
  },
})

async function isOfEntity(read: Read, fundId: number, legalEntityId: number): Promise<boolean> {
  const [row] = await read.select({ entity: fund.legalEntityId }).from(fund).where(eq(fund.id, fundId))
  return row?.entity === legalEntityId
}

/** The keys of an entity on a day, by fund code; shares in percent. */
export async function keysOn(read: Read, legalEntityId: number, onDay: string) {
  const rows = await read
    .select({
      fundId: fund.id,
      code: fund.code,
      name: fund.name,
      share: allocationKey.share,
      validFrom: allocationKey.validFrom,
      validTo: allocationKey.validTo,
    })
    .from(allocationKey)
    .innerJoin(fund, eq(fund.id, allocationKey.fundId))
    .where(eq(allocationKey.legalEntityId, legalEntityId))
    .orderBy(asc(fund.code))
  return rows.filter(({ validFrom, validTo }) => validFrom <= onDay && (validTo === null || onDay <= validTo))
}

/** Where a fund is named as the sub-fund that bears something: it cannot be deleted then. */
export const USES_OF_SUB_FUNDS = [
  { what: ['allocation key', 'allocation keys'], table: allocationKey, column: allocationKey.fundId },
  { what: ['cost line', 'cost lines'], table: costLine, column: costLine.fundId },
  { what: ['invoice', 'invoices'], table: invoice, column: invoice.fundId },
].map((use) => ({ ...use, what: use.what as [string, string], field: 'id' }))
