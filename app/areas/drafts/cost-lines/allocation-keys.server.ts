import type { Read } from 'db/database'
import { allocationKey, costLine } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { fund } from 'db/schema/lookups'
import { asc, eq, sql } from 'drizzle-orm'
import { changedEntity, type DatedShare, datedShares } from '~/areas/expenses/dated-shares.server'
import { ENTITY_KINDS } from '~/areas/reference-data/choices.server'
import { changedField, titleDay } from '~/platform/approvals/change-kind.server'
import { type FieldFault, periodOf } from '~/platform/approvals/dated/valid-days'
import { day, optionalDay, partOfHundred } from '~/platform/tables/column'
import { rowSchema, tableColumns } from '~/platform/tables/editable-table.server'
import { entityOptionsOf, fundOptions, idColumn } from '~/platform/tables/options.server'
import { optionLabel, textOf } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'

/** The fixed part of an entity's expenses that a sub-fund bears, from one GL date to another. */
interface AllocationKey extends DatedShare {
  fundId: number
}

const FIELDS = {
  legalEntityId: idColumn('Settling entity', 'no settling entity'),
  fundId: idColumn('Sub-fund', 'no fund'),
  share: partOfHundred('Part %'),
  validFrom: day('Valid from'),
  validTo: optionalDay('Valid to'),
}

const FUND = sql`(select f.code from ${fund} f where f.id::text = ${changedField('fundId')})`

const keys = datedShares<AllocationKey>({
  kind: 'allocation key',
  title: sql`concat('Allocation key of ', ${changedEntity}, ' for ', ${FUND}, ', from ', ${titleDay(changedField('validFrom'))})`,
  label: 'Part',
  stored: (read) => read.select().from(allocationKey).orderBy(allocationKey.id),
  subjectOf: ({ legalEntityId, fundId }) => [legalEntityId, fundId],
  rowIn: (row) => ({
    legalEntityId: Number(row.legalEntityId),
    fundId: Number(row.fundId),
    share: textOf(row.share),
    validFrom: textOf(row.validFrom),
    validTo: textOf(row.validTo) || null,
  }),
  overlap: (other) => `Its days overlap with the key ${periodOf(other)}. Give that one an earlier end first.`,
  faults: async (read, { fundId, legalEntityId }): Promise<FieldFault[]> =>
    (await isOfEntity(read, fundId, legalEntityId))
      ? []
      : [
          {
            field: 'fundId',
            sentence:
              'This fund belongs to another entity. Choose one of the entity, or correct its legal entity.',
          },
        ],
  insert: (tx, row) => tx.insert(allocationKey).values(row),
  update: (tx, id, row) => tx.update(allocationKey).set(row).where(eq(allocationKey.id, id)),
  delete: (tx, id) => tx.delete(allocationKey).where(eq(allocationKey.id, id)),
  table: {
    name: 'allocation-keys',
    title: 'Allocation keys',
    one: 'allocation key',
    about:
      'Percent of an entity’s expenses that each sub-fund bears, by GL date; the keys of a day add up to 100; every change needs another administrator’s approval',
    columns: tableColumns(FIELDS, {
      legalEntityId: { fixed: true, width: 280 },
      fundId: { fixed: true, width: 280, hint: 'A fund of this entity.' },
      share: { width: 100, hint: 'The keys of an entity on a day add up to 100.' },
      validFrom: { hint: 'First GL date.' },
      validTo: { hint: 'Last GL date; blank means no end.' },
    }),
    order: [
      { column: 'legalEntityId', descending: false },
      { column: 'validFrom', descending: false },
      { column: 'fundId', descending: false },
    ],
    schema: rowSchema(FIELDS),
    labelOf: (row, options) =>
      `${optionLabel(options, row, 'fundId', ' ')}from ${showDay(textOf(row.validFrom))}`,
    options: { legalEntityId: entityOptionsOf(ENTITY_KINDS), fundId: fundOptions },
    count: (read) => read.$count(allocationKey),
  },
})

/** How changes of allocation keys wait for another administrator and take effect. */
export const allocationKeyKind = keys.kind

/** The same from the sheet of a workbook. */
export const allocationKeySheet = keys.sheet

/** The fixed part of an entity's expenses that each sub-fund bears; every change waits for another administrator. */
export const allocationKeys = keys.table

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

/** Where a fund is named as the sub-fund that bears an expense, and so cannot be deleted. */
export const USES_OF_SUB_FUNDS = [
  { what: ['allocation key', 'allocation keys'], table: allocationKey, column: allocationKey.fundId },
  { what: ['cost line', 'cost lines'], table: costLine, column: costLine.fundId },
  { what: ['invoice', 'invoices'], table: invoice, column: invoice.fundId },
].map((use) => ({ ...use, what: use.what as [string, string], field: 'id' }))
