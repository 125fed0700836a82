import type { Read } from 'db/database'
import { recoverableVat } from 'db/schema/expenses'
import { and, desc, eq, gte, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ENTITY_KINDS } from '~/areas/reference-data/choices.server'
import { changedField, titleDay } from '~/platform/approvals/change-kind.server'
import { periodOf } from '~/platform/approvals/dated/valid-days'
import { day, optionalDay, partOfHundred } from '~/platform/tables/column'
import { rowSchema, tableColumns } from '~/platform/tables/editable-table.server'
import { entityOptionsOf, idColumn } from '~/platform/tables/options.server'
import { optionLabel, textOf } from '~/platform/tables/table-column'
import { WHOLE_CURRENCIES } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { changedEntity, type DatedShare, datedShares } from './dated-shares.server'

/**
 * The percent of its VAT that an entity gets back on a day; null where none is set: then all of it is.
 * @param day the GL date of the invoice
 */
export async function recoverableShare(
  read: Read,
  legalEntityId: number,
  onDay: Day,
): Promise<Decimal | null> {
  const { share, validFrom, validTo } = recoverableVat
  const [row] = await read
    .select({ share })
    .from(recoverableVat)
    .where(
      and(
        eq(recoverableVat.legalEntityId, legalEntityId),
        lte(validFrom, onDay),
        or(isNull(validTo), gte(validTo, onDay)),
      ),
    )
    .orderBy(desc(validFrom))
    .limit(1)
  return row ? plain(new Big(row.share)) : null
}

/** The recovered percent of the taxes of an invoice or a draft in SQL. @param bill alias of its row */
const shareSql = (bill: SQLWrapper): SQL => sql`coalesce((
    select part.share from ${recoverableVat} part where part.legal_entity_id = ${bill}.settling_entity_id
      and coalesce(${bill}.gl_date, ${bill}.invoice_date) between part.valid_from and coalesce(part.valid_to, 'infinity')
    order by part.valid_from desc limit 1), 100)`

const WHOLE = sql.join(
  WHOLE_CURRENCIES.map((code) => sql`${code}`),
  sql`, `,
)

/** How many decimals its amounts have, as `storedDecimalsOf` says, in SQL. @param bill alias of its row */
const decimalsSql = (bill: SQLWrapper): SQL => sql`case when ${bill}.currency in (${WHOLE}) then 0 else 2 end`

/** The expense of an invoice in SQL: as it was booked, else as `splitTaxes` would book it. @param bill alias of its row */
export const expenseSql = (bill: SQL): SQL => sql`coalesce(
  (select booked.expense from booked_taxes booked where booked.invoice_id = ${bill}.id),
  ${bill}.gross_amount + coalesce(${bill}.reverse_charge_tax, 0)
    - round((${bill}.taxes + coalesce(${bill}.reverse_charge_tax, 0)) * ${shareSql(bill)} / 100, ${decimalsSql(bill)}))`

/**
 * What the taxes of a reverse charge add to the cost of an invoice or a draft, in SQL: the part that is not recovered,
 * by the share of its day. @param bill alias of its row
 */
export const reverseChargeCostSql = (bill: SQLWrapper): SQL => sql`
  case when ${bill}.reverse_charge_tax is null then 0
    else ${bill}.reverse_charge_tax
      - round(${bill}.reverse_charge_tax * ${shareSql(bill)} / 100, ${decimalsSql(bill)}) end`

/** The part of the VAT on its invoices that a settling entity gets back, from one GL date to another. */
type RecoverableVat = DatedShare

const FIELDS = {
  legalEntityId: idColumn('Settling entity', 'no settling entity'),
  share: partOfHundred('Recoverable %'),
  validFrom: day('Valid from'),
  validTo: optionalDay('Valid to'),
}

const shares = datedShares<RecoverableVat>({
  kind: 'recoverable VAT',
  title: sql`concat('Recoverable VAT of ', ${changedEntity}, ', from ', ${titleDay(changedField('validFrom'))})`,
  label: 'Recoverable',
  stored: (read) => read.select().from(recoverableVat).orderBy(recoverableVat.id),
  subjectOf: ({ legalEntityId }) => [legalEntityId],
  rowIn: (row) => ({
    legalEntityId: Number(row.legalEntityId),
    share: textOf(row.share),
    validFrom: textOf(row.validFrom),
    validTo: textOf(row.validTo) || null,
  }),
  overlap: (other) =>
    `Its days overlap with ${other.share} % ${periodOf(other)}: only one share can apply on a day. Give that one an earlier end first, or choose other dates.`,
  insert: (tx, row) => tx.insert(recoverableVat).values(row),
  update: (tx, id, row) => tx.update(recoverableVat).set(row).where(eq(recoverableVat.id, id)),
  delete: (tx, id) => tx.delete(recoverableVat).where(eq(recoverableVat.id, id)),
  table: {
    name: 'recoverable-vat',
    title: 'Recoverable VAT',
    one: 'recoverable share',
    about:
      'Percent of the VAT on invoices that each settling entity recovers, the rest is booked to the expense; every change needs another administrator’s approval',
    columns: tableColumns(FIELDS, {
      legalEntityId: { fixed: true, width: 320 },
      share: { width: 130, hint: 'From 0 to 100. Without an entry for the day, all VAT is recovered.' },
      validFrom: { hint: 'First GL date.' },
      validTo: { hint: 'Last GL date; blank means no end.' },
    }),
    order: [
      { column: 'legalEntityId', descending: false },
      { column: 'validFrom', descending: false },
    ],
    schema: rowSchema(FIELDS),
    labelOf: (row, options) =>
      `${optionLabel(options, row, 'legalEntityId', ' ')}${periodOf({ validFrom: textOf(row.validFrom), validTo: textOf(row.validTo) || null })}`,
    options: { legalEntityId: entityOptionsOf(ENTITY_KINDS) },
    count: (read) => read.$count(recoverableVat),
  },
})

/** How changes of recoverable VAT wait for another administrator and take effect. */
export const recoverableVatKind = shares.kind

/** The same from the sheet of a workbook. */
export const recoverableVatSheet = shares.sheet

/** How much of its VAT each settling entity recovers; every change waits for another administrator. */
export const recoverableShares = shares.table
