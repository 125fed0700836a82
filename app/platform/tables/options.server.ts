import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { benchmarkLevel, calendarHoliday, currency, fund, legalEntity } from 'db/schema/lookups'
import { asc, inArray, isNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CellText } from './cell-text'
import { CellFault, type Column, column } from './column'
import type { ColumnOption } from './table-column'

/** The options of reference data columns. */

const plainOptions = (values: readonly string[]): ColumnOption[] =>
  values.map((value) => ({ value, label: value }))

/** The currencies of the site, by code. */
export async function currencyOptions(read: Read): Promise<ColumnOption[]> {
  const rows = await read.select({ code: currency.code }).from(currency).orderBy(asc(currency.code))
  return plainOptions(rows.map(({ code }) => code))
}

/** The calendars that have holidays, by name. */
export async function calendarOptions(read: Read): Promise<ColumnOption[]> {
  const { calendar } = calendarHoliday
  const rows = await read.selectDistinct({ calendar }).from(calendarHoliday).orderBy(asc(calendar))
  return plainOptions(rows.map((row) => row.calendar))
}

/** The benchmarks that have levels, by name. */
export async function benchmarkOptions(read: Read): Promise<ColumnOption[]> {
  const { benchmark } = benchmarkLevel
  const rows = await read.selectDistinct({ benchmark }).from(benchmarkLevel).orderBy(asc(benchmark))
  return plainOptions(rows.map((row) => row.benchmark))
}

/** Legal entities of some kinds, by name. */
export async function entityOptionsOf(read: Read, kinds: readonly string[]): Promise<ColumnOption[]> {
  const { id, name, kind } = legalEntity
  const rows = await read
    .select({ id, name })
    .from(legalEntity)
    .where(inArray(kind, [...kinds]))
    .orderBy(asc(name))
  return rows.map((row) => ({ value: String(row.id), label: row.name }))
}

/** The funds, by code. */
export async function fundOptions(read: Read): Promise<ColumnOption[]> {
  const { id, code, name } = fund
  const rows = await read.select({ id, code, name }).from(fund).orderBy(asc(code))
  return rows.map((row) => ({ value: String(row.id), label: `${row.code} ${row.name}` }))
}

/** The users who can log in, by user name, which is stored in the row. */
export async function userNameOptions(read: Read): Promise<ColumnOption[]> {
  const { userName, firstName, lastName, disabledAt } = appUser
  const rows = await read
    .select({ userName, firstName, lastName })
    .from(appUser)
    .where(isNull(disabledAt))
    .orderBy(asc(userName))
  return rows.map((row) => ({
    value: row.userName,
    label: `${row.userName} (${row.firstName} ${row.lastName})`,
  }))
}

/** Every legal entity, by name. */
export async function entityOptions(read: Read): Promise<ColumnOption[]> {
  const { id, name } = legalEntity
  const rows = await read.select({ id, name }).from(legalEntity).orderBy(asc(name))
  return rows.map((row) => ({ value: String(row.id), label: row.name }))
}

/** A column that holds the id of a row of another table, chosen from a list. `what` is "no legal entity". */
export function idColumn(header: string, what: string): Column<number> {
  return column(header, readId(what), {}, 'choice')
}

/** The same, where it may be left empty. */
export function optionalIdColumn(header: string, what: string): Column<number | null> {
  return column<number | null>(header, readId(what), { blank: null }, 'choice')
}

const readId = (what: string) => (cell: CellText) =>
  /^[1-9]\d{0,8}$/.test(cell.code()) ? Number(cell.code()) : new CellFault(`is ${what}`)

/**
 * The ids of the rows with these names; names that do not exist are left out.
 * @param by the column of the table that holds the names
 */
export async function idsOf<Row>(
  tx: Transaction,
  table: PgTable & { id: PgColumn },
  by: PgColumn,
  rows: readonly Row[],
  nameOf: (row: Row) => string | null,
): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(rows.map(nameOf))].filter((name) => name !== null)
  const found = await tx.select({ id: table.id, name: by }).from(table).where(inArray(by, names))
  return new Map(found.map(({ id, name }) => [String(name), Number(id)]))
}

/** The id of a name. @throws Error when it does not exist: sheets are checked before they are written */
export function idIn(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${name} was checked, yet is not there`)
  return id
}
