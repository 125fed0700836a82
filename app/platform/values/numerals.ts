import { Big, type Decimal, plain } from './decimal'

/** The two marks in numbers as text; either may be the decimal mark, while the other groups digits. */
export type Mark = '.' | ','

/** The value of a number as text, with the point and with the comma as decimal mark; null where impossible. */
export interface Numeral {
  point: Decimal | null
  comma: Decimal | null
}

const BLANK = '[ \\u00a0\\u202f]'
const APOSTROPHE = "['\\u2019]"

/**
 * Digits grouped by threes with blanks, apostrophes or the other mark, then at most one decimal mark. 125 is never
 * written as "0,125": a lone mark after a sole 0 never groups.
 */
function patternOf(decimal: string, group: string): RegExp {
  const grouped = [BLANK, APOSTROPHE, group].map((mark) => `\\d{1,3}(?:${mark}\\d{3})+`).join('|')
  return new RegExp(`^(?!0${group}\\d{3}$)(${grouped}|\\d*)(?:${decimal}(\\d*))?$`)
}

const WITH_POINT = patternOf('\\.', ',')
const WITH_COMMA = patternOf(',', '\\.')
const MAX_LENGTH = 100

/**
 * Reads a number written as text: grouping, a leading sign, brackets or a trailing minus for negative, a trailing %
 * that is ignored. Null if it is not a number. A number without any mark has the same value either way.
 */
export function readNumeral(text: string): Numeral | null {
  let body = text.trim()
  if (body.length > MAX_LENGTH) return null
  body = body.replace(/\s*%$/, '')
  let negative = false
  const bracketed = /^\((.*)\)$/.exec(body)
  const trailing = /^(.*)[-\u2212]$/.exec(body)
  const leading = /^([-+\u2212])(.*)$/.exec(body)
  if (bracketed) {
    body = (bracketed[1] ?? '').replace(/\s*%$/, '')
    negative = true
  } else if (trailing) {
    body = (trailing[1] ?? '').replace(/\s*%$/, '')
    negative = true
  } else if (leading) {
    body = leading[2] ?? ''
    negative = leading[1] !== '+'
  }
  if (!/\d/.test(body)) return null
  const point = readingOf(WITH_POINT.exec(body), negative)
  const comma = readingOf(WITH_COMMA.exec(body), negative)
  return point === null && comma === null ? null : { point, comma }
}

function readingOf(match: RegExpExecArray | null, negative: boolean): Decimal | null {
  if (!match) return null
  const whole = (match[1] ?? '').replace(/\D/g, '') || '0'
  return exact(`${negative ? '-' : ''}${whole}.${match[2] || '0'}`)
}

/** The decimal mark that this number determines for its sheet: the only one that fits it. */
export function decides(numeral: Numeral): Mark | null {
  if (numeral.comma === null) return '.'
  return numeral.point === null ? ',' : null
}

/** True when this number cannot be read without knowing the decimal mark of the sheet. */
export function isAmbiguous(numeral: Numeral): boolean {
  return numeral.point !== null && numeral.comma !== null && numeral.point !== numeral.comma
}

const EXCEL_DIGITS = 15
/** At most so many digits, without zeros at the ends that say nothing: rounding and rewriting change nothing. */
const SHORT = /^-?(?=(?:\d\.?){1,15}$)(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/

/** The number of a number cell, rounded to the 15 significant digits that Excel shows. Takes the stored text. */
export function cellNumber(raw: string): Decimal {
  if (SHORT.test(raw) && raw !== '-0') return raw
  if (Number(raw) === 0) return '0'
  return exact(new Big(raw.replace(/^\+/, '')).prec(EXCEL_DIGITS))
}

function exact(value: string | Big): Decimal {
  const big = new Big(value)
  return big.eq(0) ? '0' : plain(big)
}

/** The largest value of an integer column in the database: no row has a larger id, and queries must not use one. */
export const LARGEST_INTEGER = 2_147_483_647

/** The largest amount that can be stored: 18 digits, two of them decimals. */
const LARGEST = new Big('9999999999999999.99')

/** True when an amount has more digits than can be stored. */
export function isTooLarge(amount: Big | Decimal): boolean {
  return new Big(amount).abs().gt(LARGEST)
}

/** Longer texts are not quoted. */
const QUOTED = 40

/**
 * Reads a typed amount: "1234.5", "1,234.50" or "1 234,50".
 * @returns the amount with two decimals, null for an empty text; or its fault, as the rest of a sentence that begins
 * with the name of the field
 */
export function readAmount(text: string): { amount: Decimal | null } | { fault: string } {
  const typed = text.trim()
  if (typed === '') return { amount: null }
  const numeral = typed.includes('%') ? null : readNumeral(typed)
  const amount = numeral && (numeral.point ?? numeral.comma)
  const it = typed.length > QUOTED ? 'it' : `“${typed}”`
  if (numeral === null || amount === null) return { fault: `${it} is not an amount. Enter it as 1234.50.` }
  // A user who types 1,234 must not get 1.23; before three digits the mark cannot be that of cents.
  if (isAmbiguous(numeral))
    return {
      fault: `${it} can be read in two ways. Leave out the thousands separator, or add two decimals: no more are kept.`,
    }
  return storedAmount(new Big(amount))
}

/** An amount as stored, or its fault. */
export function storedAmount(amount: Big): { amount: Decimal } | { fault: string } {
  if (isTooLarge(amount)) return { fault: 'enter at most 16 digits before the point.' }
  return amount.round(2, 0).eq(amount)
    ? { amount: amount.toFixed(2) }
    : { fault: 'enter two decimals at most: no more are kept.' }
}
