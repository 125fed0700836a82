import { queuesOf } from '~/areas/users/import-users'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { isCurrency } from '~/platform/values/iso-currencies'
import type { CellText } from './cell-text'
import { CellFault, type Column, column, type Options } from './column'

const LONGEST = 300
/** Control characters, and halves of characters: the database takes neither. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u

/** Any text, surrounding blanks dropped; a number counts as its plain digits. */
export function text(header: string, options: Options<string> = {}): Column<string> {
  return column(header, readText, options)
}

/** The same, where a blank cell means that there is none. */
export function optionalText(header: string, options: Options<string | null> = {}): Column<string | null> {
  return column<string | null>(header, readText, { blank: null, ...options })
}

function readText(cell: CellText): string | CellFault {
  const value = cell.code()
  if (UNPRINTABLE.test(value))
    return new CellFault('holds a line break or another character that cannot be shown')
  if (value.length > LONGEST) return new CellFault(`is longer than ${LONGEST} characters`)
  return value
}

/** Names of queues separated by commas, in their one spelling and order. */
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
      return isCurrency(code) ? code : new CellFault('is no currency (three capital letters of ISO 4217)')
    },
    options,
  )
}

/** One of a closed list, compared without case and with single blanks; stored as the list writes it. */
export function choice<const C extends string>(header: string, choices: readonly C[]): Column<C> {
  const known = new Map(choices.map((each) => [each.toLowerCase(), each]))
  return column<C>(
    header,
    (cell) =>
      known.get(cell.code().replace(/\s+/g, ' ').toLowerCase()) ??
      new CellFault(`is none of ${choices.join(', ')}`),
    {},
    'choice',
    choices,
  )
}

export function yesNo(header: string, options: Options<boolean> = {}): Column<boolean> {
  const known = new Map([
    ['yes', true],
    ['no', false],
    ['true', true],
    ['false', false],
  ])
  return column<boolean>(
    header,
    (cell) => known.get(cell.code().toLowerCase()) ?? new CellFault('is neither yes nor no'),
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

/** A decimal above zero, exact. */
export function positiveDecimal(header: string): Column<Decimal> {
  const read = (cell: CellText) => {
    const value = cell.decimal()
    if (value === null) return new CellFault('is not a number')
    return new Big(value).gt(0) ? value : new CellFault('is not above zero')
  }
  return column<Decimal>(header, read, {}, 'decimal')
}

/** Digits only, such as the beginning of an account number. */
export function digits(header: string, options: Options<string> = {}): Column<string> {
  return column(
    header,
    (cell) => {
      const value = cell.code()
      return /^\d{1,30}$/.test(value) ? value : new CellFault('holds something else than digits')
    },
    options,
  )
}
