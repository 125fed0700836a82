import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { benchmarkLevel, calendarHoliday, currency, fund, legalEntity } from 'db/schema/lookups'
import { asc, inArray, isNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DomainError } from '~/platform/values/domain-error'
import type { CellText } from './cell-text'
import { CellFault, type Column, column } from './column'
import type { EditableTable } from './editable-table.server'
import {
  type ColumnOption,
  type OptionsByColumn,
  type RowValues,
  type TableColumn,
  textOf,
  withOptionsOf,
} from './table-column'
import type { PostedRow } from './table-row'

/** The options of reference data columns, and how to find one among thousands. */

/** Longest list in a page; further options are found by part of their name. */
export const MAX_OFFERED = 100
/** Most options returned for a text. */
export const MAX_FOUND = 20
const MAX_WORDS = 6
const NEAREST = 5

/** A text without accents, in lower case, with single blanks. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** The search terms of a typed text: all of its words must occur in a label. */
export function searchTermsOf(text: string): { typed: string; words: string[] } {
  const typed = plain(text)
  return { typed, words: typed.split(' ').filter(Boolean).slice(0, MAX_WORDS) }
}

/** The options whose label has all words of a text, ignoring accents: those that begin with it first, at most 20. */
export function optionsFound<Option extends { label: string }>(
  all: readonly Option[],
  text: string,
): Option[] {
  const { typed, words } = searchTermsOf(text)
  const found = all.filter(({ label }) => {
    const own = plain(label)
    return words.every((word) => own.includes(word))
  })
  const begins = ({ label }: Option) => plain(label).startsWith(typed)
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, MAX_FOUND)
}

/**
 * The option with this label, ignoring accents and case; or why there is none, as a sentence.
 * @param name of the field, which begins the sentence
 */
export function optionNamed<Option extends { label: string }>(
  all: readonly Option[],
  name: string,
  text: string,
): Option | string {
  const normalised = plain(text)
  const same = all.filter(({ label }) => plain(label) === normalised)
  const exact = same.filter(({ label }) => label === text)
  const [first] = exact.length > 0 ? exact : same
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  if (first && (exact.length === 1 || same.length === 1)) return first
  if (exact.length > 1)
    return `${name}: ${exact.length} entries of the list are called “${shown}”. Rename one of them in the reference data, then choose again.`
  const names = (first ? same : nearestTo(normalised, all)).slice(0, NEAREST).map(({ label }) => label)
  if (first) return `${name}: “${shown}” may be any of these names: ${names.join('; ')}. Choose one of them.`
  const others = names.length === 0 ? 'Enter a name of the list.' : `The nearest names: ${names.join('; ')}.`
  return `${name}: “${shown}” is not in the list. ${others}`
}

/** Options that contain the text, then those that share most pairs of letters with it. */
function nearestTo<Option extends { label: string }>(normalised: string, all: readonly Option[]): Option[] {
  const pairs = pairsOf(normalised)
  const near = all.map((option) => {
    const text = plain(option.label)
    const own = pairsOf(text)
    const shared = [...pairs].filter((pair) => own.has(pair)).length
    const likeness = (2 * shared) / Math.max(1, pairs.size + own.size)
    return { option, likeness: text.includes(normalised) ? likeness + 1 : likeness }
  })
  return near
    .filter(({ likeness }) => likeness > 0.25)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ option }) => option)
}

const pairsOf = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))

/** The current options of a table, by column: from the database, and the closed lists of the columns. */
export async function currentOptions(
  read: Read,
  { options = {} }: Pick<EditableTable, 'options'>,
): Promise<OptionsByColumn> {
  const words: Record<string, readonly ColumnOption[]> = {}
  for (const [id, optionsOf] of Object.entries(options)) words[id] = await optionsOf(read)
  return words
}

/**
 * The columns for a form over some rows: of a long list only the options that these rows use, and the address that
 * finds the others.
 */
export function formColumns(
  { name }: Pick<EditableTable, 'name'>,
  columns: readonly TableColumn[],
  rows: readonly RowValues[],
): TableColumn[] {
  return columns.map((column) => {
    const isLong = column.openEnded && (column.options?.length ?? 0) > MAX_OFFERED
    if (!isLong) return column
    const [own = column] = withOptionsOf([column], rows)
    return { ...own, search: `/choices/${name}/${column.id}` }
  })
}

/**
 * A form's row, with labels that were typed replaced by their values, where the page did not have all options.
 * @param seen the row as the form last showed it: unchanged fields stay
 * @throws DomainError invalid for a label that is not in the list, with the nearest ones, under its field
 */
export async function withNamedOptions(
  read: Read,
  { columns, options = {} }: Pick<EditableTable, 'columns' | 'options'>,
  posted: PostedRow,
  seen: RowValues | null,
): Promise<PostedRow> {
  const named: Record<string, string> = {}
  const faults: Record<string, string> = {}
  for (const [id, optionsOf] of Object.entries(options)) {
    const text = textOf(posted[id]).trim()
    if (text === '' || text === textOf(seen?.[id])) continue
    const all = await optionsOf(read)
    if (!isTypedLabel(all, text) && all.some(({ value }) => value === text)) continue
    const option = optionNamed(all, columns.find((column) => column.id === id)?.label ?? id, text)
    if (typeof option !== 'string') named[id] = option.value
    // A short list was in the page: its own refusal says that the choice no longer exists.
    else if (all.length > MAX_OFFERED) faults[id] = option
  }
  const sentences = Object.values(faults)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields: faults })
  return { ...posted, ...named }
}

/**
 * Whether a text is the label of an option, where labels are typed: a label of digits may be the id of another option.
 */
const isTypedLabel = (all: readonly { label: string }[], text: string) =>
  all.length > MAX_OFFERED && all.some(({ label }) => label === text)

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
export const entityOptionsOf =
  (kinds: readonly string[]) =>
  async (read: Read): Promise<ColumnOption[]> => {
    const { id, name, kind } = legalEntity
    const rows = await read
      .select({ id, name })
      .from(legalEntity)
      .where(inArray(kind, [...kinds]))
      .orderBy(asc(name))
    return rows.map((row) => ({ value: String(row.id), label: row.name }))
  }

/** The funds, by code, which is stored in the row. */
export async function fundCodeOptions(read: Read): Promise<ColumnOption[]> {
  const { code, name } = fund
  const rows = await read.select({ code, name }).from(fund).orderBy(asc(code))
  return rows.map((row) => ({ value: row.code, label: `${row.code} ${row.name}` }))
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

/** A column for the id of a row in another table, chosen from a list. `what` is "no legal entity". */
export function idColumn(header: string, what: string): Column<number> {
  return column(header, readId(what), {}, 'choice')
}

/** The same, but it may be empty. */
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
  if (id === undefined) throw new Error(`${name} was checked, yet is missing`)
  return id
}
