import { checkLei, isCountry } from '~/platform/values/accounts'
import { isCurrency } from '~/platform/values/currencies'
import { type Day, isDay, type TimeOfDay } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { queuesOf } from '~/platform/workflow/kind-rules'
import type { CellText } from './cell-text'

/** A value as stored and compared: days, decimals and codes are text. */
export type Value = string | number | boolean | null

/** Why a cell cannot be read, as text that follows its value: `"EURO" is not a currency`. */
export class CellFault {
  constructor(readonly what: string) {}
}

/** The kind of a column's values, which determines how they are shown and entered. */
export type ColumnKind = 'text' | 'decimal' | 'integer' | 'day' | 'yearDay' | 'boolean' | 'choice'

/** One column of a sheet: its name, and how to read its filled cells. */
export interface Column<T extends Value = Value> {
  header: string
  kind: ColumnKind
  /** The options of a choice from a closed list. */
  choices: readonly string[]
  /** Other names of the column. */
  synonyms: readonly string[]
  key: boolean
  read(cell: CellText): T | CellFault
  /** The value of a blank cell; undefined if every row must fill it. */
  blank: T | undefined
  /** A sheet without this column does not change it. */
  optional: boolean
}

/** Read as a number: together, its texts determine the decimal mark of the sheet. */
export function isNumeric({ kind }: Column): boolean {
  return kind === 'decimal' || kind === 'integer'
}

export interface Options<T> {
  key?: true
  blank?: T
  synonyms?: readonly string[]
}

/** The same of a text, with the most characters that it has. */
interface TextOptions<T> extends Options<T> {
  longest?: number
}

/** A column; if blank cells have a value, the sheet may omit the column. */
export function column<T extends Value>(
  header: string,
  read: Column<T>['read'],
  { key, blank, synonyms = [] }: Options<T> = {},
  kind: ColumnKind = 'text',
  choices: readonly string[] = [],
): Column<T> {
  return { header, kind, choices, synonyms, key: key ?? false, read, blank, optional: blank !== undefined }
}

const MAX_LENGTH = 300
/** Control characters and lone surrogates: the database accepts neither. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u

/** Any text, trimmed; a number counts as its plain digits. */
export function text(header: string, options: Options<string> = {}): Column<string> {
  return column(header, (cell) => readText(cell), options)
}

/** The same, but a blank cell means no text. */
export function optionalText(
  header: string,
  { longest = MAX_LENGTH, ...options }: TextOptions<string | null> = {},
): Column<string | null> {
  const read = (cell: CellText) => readText(cell, longest)
  return column<string | null>(header, read, { blank: null, ...options })
}

function readText(cell: CellText, longest = MAX_LENGTH): string | CellFault {
  const value = cell.code()
  if (UNPRINTABLE.test(value))
    return new CellFault('holds a line break or another character that cannot be shown')
  if (value.length > longest) return new CellFault(`is longer than ${longest} characters`)
  return value
}

/** Names of queues separated by commas, in their standard spelling and order. */
export function queues(header: string): Column<string> {
  return column(
    header,
    (cell) => {
      const names = readText(cell)
      return names instanceof CellFault ? names : queuesOf(names).join(', ')
    },
    { blank: '' },
  )
}

export function currency(header: string, options: Options<string> = {}): Column<string> {
  return column(
    header,
    (cell) => {
      const code = cell.code()
      return isCurrency(code) ? code : new CellFault('is not a currency (three capital letters of ISO 4217)')
    },
    options,
  )
}

/** A country by its two letters (ISO 3166); null if blank. */
export function optionalCountry(header: string): Column<string | null> {
  const read = (cell: CellText) => {
    const code = cell.code().toUpperCase()
    return isCountry(code) ? code : new CellFault('is not a country (two letters of ISO 3166, such as LU)')
  }
  return column<string | null>(header, read, { blank: null })
}

/** A legal entity identifier; null if blank. */
export function optionalLei(header: string): Column<string | null> {
  const read = (cell: CellText) => {
    const { electronic, valid } = checkLei(cell.code())
    return valid
      ? electronic
      : new CellFault('is not an LEI: 20 letters and digits with check digits (ISO 17442)')
  }
  return column<string | null>(header, read, { blank: null, synonyms: ['Legal entity identifier'] })
}

/** One of a closed list, compared regardless of case and with single blanks; stored in the list's spelling. */
export function choice<const C extends string>(
  header: string,
  choices: readonly C[],
  options: Options<C> = {},
): Column<C> {
  return column<C>(header, readChoice(choices), options, 'choice', choices)
}

/** The same, but a blank cell means none. */
export function optionalChoice<const C extends string>(
  header: string,
  choices: readonly C[],
): Column<C | null> {
  return column<C | null>(header, readChoice(choices), { blank: null }, 'choice', choices)
}

function readChoice<C extends string>(choices: readonly C[]): (cell: CellText) => C | CellFault {
  const spellings = new Map(choices.map((each) => [each.toLowerCase(), each]))
  return (cell) =>
    spellings.get(cell.code().replace(/\s+/g, ' ').toLowerCase()) ??
    new CellFault(`is not one of ${choices.join(', ')}`)
}

export function yesNo(header: string, options: Options<boolean> = {}): Column<boolean> {
  const spellings = new Map([
    ['yes', true],
    ['no', false],
    ['true', true],
    ['false', false],
  ])
  return column<boolean>(
    header,
    (cell) => spellings.get(cell.code().toLowerCase()) ?? new CellFault('is neither yes nor no'),
    options,
    'boolean',
  )
}

export function day(header: string, options: Options<Day> = {}): Column<Day> {
  return column(header, readDay, options, 'day')
}

export function optionalDay(header: string): Column<Day | null> {
  return column<Day | null>(header, readDay, { blank: null }, 'day')
}

function readDay(cell: CellText): Day | CellFault {
  return cell.day() ?? new CellFault('is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd)')
}

/**
 * A day of every year, such as the end of a financial year: dd/MM, stored as MM-DD; null if blank. Spreadsheet programs
 * turn 30/06 into a date of the current year, whose year is then dropped.
 */
export function optionalYearDay(header: string): Column<string | null> {
  const read = (cell: CellText) => {
    const [, day, month] = /^(\d{1,2})[/.](\d{1,2})\.?$/.exec(cell.code()) ?? []
    const text = day === undefined ? cell.code() : `${month?.padStart(2, '0')}-${day.padStart(2, '0')}`
    // 2000 was a leap year.
    const yearDay = isDay(`2000-${text}`) ? text : cell.day()?.slice(5)
    return yearDay ?? new CellFault('is not a day of the year (dd/MM)')
  }
  return column<string | null>(header, read, { blank: null }, 'yearDay')
}

/** A time of day, hh:mm; null if blank. */
export function optionalTime(header: string): Column<TimeOfDay | null> {
  return column<TimeOfDay | null>(
    header,
    (cell) => cell.time() ?? new CellFault('is not a time of day (hh:mm, such as 17:30)'),
    { blank: null },
  )
}

/** A whole number within limits. */
export function wholeNumber(header: string, from: number, to: number): Column<number> {
  const read = (cell: CellText) => {
    const value = Number(cell.decimal() ?? Number.NaN)
    return Number.isInteger(value) && value >= from && value <= to
      ? value
      : new CellFault(`is not a whole number from ${from} to ${to}`)
  }
  return column<number>(header, read, {}, 'integer')
}

/** The same; null if blank. */
export function optionalWholeNumber(header: string, from: number, to: number): Column<number | null> {
  const { read } = wholeNumber(header, from, to)
  return column<number | null>(header, read, { blank: null }, 'integer')
}

/** An exact decimal above zero. */
export function positiveDecimal(header: string): Column<Decimal> {
  const read = (cell: CellText) => {
    const value = cell.decimal()
    if (value === null) return new CellFault('is not a number')
    return new Big(value).gt(0) ? value : new CellFault('is not above zero')
  }
  return column<Decimal>(header, read, {}, 'decimal')
}

function notNegative(value: Decimal | null): Decimal | CellFault {
  if (value === null) return new CellFault('is not a number')
  return new Big(value).lt(0) ? new CellFault('is below zero') : value
}

/** An exact decimal of zero or more; null if blank. */
export function optionalDecimal(header: string): Column<Decimal | null> {
  return column<Decimal | null>(header, (cell) => notNegative(cell.decimal()), { blank: null }, 'decimal')
}

/** An exact percentage of zero or more: 1.5 for 1.5 %, from text, a number or a cell formatted as a percentage. */
export function percentage<T extends Decimal | null>(header: string, blank: T): Column<Decimal | T> {
  return column<Decimal | T>(header, (cell) => notNegative(cell.percent()), { blank }, 'decimal')
}

/** A percentage from 0 to 100 with at most four decimals. */
export function partOfHundred(header: string): Column<Decimal> {
  const read = (cell: CellText) => {
    const value = cell.percent()
    if (value === null) return new CellFault('is not a number')
    const part = new Big(value)
    if (part.lt(0) || part.gt(100)) return new CellFault('is not from 0 to 100')
    return part.round(4).eq(part) ? plain(part) : new CellFault('has more than 4 decimals')
  }
  return column<Decimal>(header, read, {}, 'decimal')
}

/** Digits only, such as the beginning of an account number. */
export function digits(header: string, options: Options<string> = {}): Column<string> {
  return column(
    header,
    (cell) => {
      const value = cell.code()
      return /^\d{1,30}$/.test(value) ? value : new CellFault('must contain digits only')
    },
    options,
  )
}

/**
 * The columns of a table that have the names of a sheet's fields: a new field of a sheet is then read automatically.
 * Fields that the table stores as an id, or not at all, are left to the caller's joins.
 */
export function namedColumns<Table extends object, Fields extends object>(
  table: Table,
  fields: Fields,
): Pick<Table, keyof Table & keyof Fields> {
  const named = Object.keys(fields).filter((field) => field in table) as (keyof Table & keyof Fields)[]
  return Object.fromEntries(named.map((field) => [field, table[field]])) as Pick<
    Table,
    keyof Table & keyof Fields
  >
}

type ValueOf<C> = C extends Column<infer T> ? T : never
/** The values of one row of a sheet with these columns, by field. */
export type SheetRow<Columns> = { -readonly [F in keyof Columns]: ValueOf<Columns[F]> }
/** The same for any sheet. */
export type Values = Readonly<Record<string, Value>>
