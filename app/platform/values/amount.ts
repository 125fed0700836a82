import type { Decimal } from './decimal'
import { Big } from './decimal'
import { isAmbiguous, readNumeral } from './numerals'

/** The largest amount that can be stored: 18 digits, two of them decimals. */
const LARGEST = new Big('9999999999999999.99')

/** True when an amount has more digits than can be stored. */
export function isTooLarge(amount: Big | Decimal): boolean {
  return new Big(amount).abs().gt(LARGEST)
}

/** Texts longer than this are not quoted. */
const QUOTED = 40

/**
 * An amount as users type it: "1234.5", "1,234.50" and "1 234,50" are read.
 * @returns the amount with two decimals, null for an empty text; or its fault, a sentence that goes on from the name of
 * its field
 */
export function readAmount(text: string): { amount: Decimal | null } | { fault: string } {
  const typed = text.trim()
  if (typed === '') return { amount: null }
  const numeral = typed.includes('%') ? null : readNumeral(typed)
  const amount = numeral && (numeral.point ?? numeral.comma)
  const it = typed.length > QUOTED ? 'it' : `“${typed}”`
  if (numeral === null || amount === null) return { fault: `${it} is not an amount. Enter it as 1234.50.` }
  // A user who types 1,234 must not get 1.23; with three digits behind it the mark cannot be that of cents.
  if (isAmbiguous(numeral))
    return { fault: `${it} can be read in two ways. Leave out the thousands separator, or add two decimals.` }
  return keptAmount(new Big(amount))
}

/** An amount as it is stored, or its fault. */
export function keptAmount(amount: Big): { amount: Decimal } | { fault: string } {
  if (isTooLarge(amount)) return { fault: 'enter at most 16 digits before the point.' }
  return amount.round(2, 0).eq(amount)
    ? { amount: amount.toFixed(2) }
    : { fault: 'enter two decimals at most.' }
}
