import { Big, type Decimal } from '~/platform/values/decimal'

/** Digits of a number that Excel shows and counts with; those beyond are zeros. */
export const MOST_DIGITS = 15

/** A decimal as a cell's number; as a text where Excel would round it. */
export function exactNumber(number: Decimal): number | string {
  const double = Number(number)
  const isKept = Number.isFinite(double) && new Big(number).c.length <= MOST_DIGITS
  return isKept ? double : number
}
