import { timeFromText } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { isAmbiguous, readNumeral } from '~/platform/values/numerals'
import { dayOfText } from '~/platform/workbooks/workbook'
import type { CellText } from './cell-text'
import { CellFault, type Column, isNumeric, type Value } from './column'

/** Why a value was refused, as a whole sentence. */
export class ValueFault {
  constructor(readonly sentence: string) {}
}

/** Most digits that a JSON number keeps without loss. */
const SURE_DIGITS = 15
const SHOWN = 80

/** Reads a value that was typed in a form or sent by a call, in the way the import reads a cell of the same column. */
export function readGiven(column: Column, given: unknown): Value | ValueFault {
  if (column.kind === 'boolean') return readBoolean(column, given)
  const text = textOf(given)
  if (text === null) return new ValueFault(`${column.header} must be given as text.`)
  if (text === '') return column.blank !== undefined ? column.blank : new ValueFault(wanted(column))
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  if (isNumeric(column)) {
    const fault = numberFault(given, text)
    if (fault !== null) return new ValueFault(`${column.header} "${shown}" ${fault}.`)
  }
  const value = column.read(typedCell(text))
  return value instanceof CellFault ? new ValueFault(`${column.header} "${shown}" ${value.what}.`) : value
}

/** The boolean validator: value must be boolean (specification, section 5). */
function readBoolean(column: Column, given: unknown): Value | ValueFault {
  if (typeof given === 'boolean') return given
  const blank = given === null || given === undefined || given === ''
  if (blank && column.blank !== undefined) return column.blank
  return new ValueFault(`${column.header}: value must be boolean. Give true or false.`)
}

/** Null for a value that is neither a text nor a number; '' for no value. */
function textOf(given: unknown): string | null {
  if (given === null || given === undefined) return ''
  if (typeof given === 'number' && Number.isFinite(given)) return new Big(given).toFixed()
  return typeof given === 'string' ? given.trim() : null
}

/** A typed number must have only one reading: a user who types 1,234 must not get 1.234. */
function numberFault(given: unknown, text: string): string | null {
  if (typeof given === 'number')
    return new Big(given).c.length > SURE_DIGITS
      ? 'has more digits than a JSON number keeps: give it as text'
      : null
  const numeral = text.includes('%') ? null : readNumeral(text)
  if (numeral === null) return 'is not a number'
  return isAmbiguous(numeral) ? 'can be read in two ways: leave out the thousands separator' : null
}

function typedCell(text: string): CellText {
  function decimal() {
    const numeral = readNumeral(text)
    return numeral && (numeral.point ?? numeral.comma)
  }
  return {
    shown: text,
    unsound: null,
    code: () => text,
    day: () => dayOfText(text),
    time: () => timeFromText(text),
    decimal,
    percent: decimal,
  }
}

/** The message for a required column: "Enter the VAT number." */
function wanted({ header, kind }: Column): string {
  const name = /^\p{Lu}\p{Lu}/u.test(header) ? header : header.charAt(0).toLowerCase() + header.slice(1)
  return `${kind === 'choice' ? 'Choose' : 'Enter'} the ${name}.`
}
