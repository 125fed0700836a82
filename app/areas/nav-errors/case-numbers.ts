import { decimalsOf } from '~/platform/values/currencies'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { ClassCompensation } from './compensation'
import type { ErrorFigure } from './figures'

/** Sums of a case over its classes, in fund currency. */

/**
 * What holders and the fund are paid. Each class is converted by the rate of the last NAV of the case that has it, and
 * rounded, before it is added.
 */
export function totalsOf(
  classes: readonly ClassCompensation[],
  figures: readonly ErrorFigure[],
  fundCurrency: string,
): { toHolders: Decimal; toFund: Decimal; left: Decimal } {
  const decimals = decimalsOf(fundCurrency)
  const rateOf = (code: string) => figures.findLast(({ classCode }) => classCode === code)?.fxRate ?? '1'
  const total = (part: 'toHolders' | 'toFund' | 'left') =>
    sum(
      classes.map((each) =>
        new Big(each[part]).times(rateOf(each.classCode)).round(decimals, Big.roundHalfUp).toFixed(),
      ),
    ).toFixed(decimals)
  return { toHolders: total('toHolders'), toFund: total('toFund'), left: total('left') }
}

/** Whether nothing is to be told or paid: no date is material, and nobody is owed anything. */
export function isNothingToNotify(
  figures: readonly ErrorFigure[],
  classes: readonly ClassCompensation[],
): boolean {
  return (
    !figures.some(({ isMaterial }) => isMaterial) &&
    classes.every(({ toHolders, toFund }) => new Big(toHolders).eq(0) && new Big(toFund).eq(0))
  )
}
