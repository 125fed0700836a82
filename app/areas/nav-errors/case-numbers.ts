import { decimalsOf } from '~/platform/values/currency-decimals'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { ClassCompensation } from './compensation'
import type { ErrorFigure } from './figures'

/** Sums of a case over its classes, in fund currency. */

/** What lines by hand add, each in fund currency. */
interface LineAmounts {
  toHolders: readonly Decimal[]
  toFund: readonly Decimal[]
}

/** Fund currency for one unit of what is in a class, or in a currency. */
export type RateOf = (of: { classCode: string | null; currency: string }) => Decimal

/**
 * What holders and the fund are paid. Each class is converted by the rate of the last NAV of the case that has it, and
 * rounded, before it is added; so is each line.
 */
export function totalsOf(
  classes: readonly ClassCompensation[],
  rateOf: RateOf,
  fundCurrency: string,
  lines: LineAmounts,
): { toHolders: Decimal; toFund: Decimal; left: Decimal } {
  const decimals = decimalsOf(fundCurrency)
  const rounded = (amount: Big) => amount.round(decimals, Big.roundHalfUp).toFixed()
  const total = (part: 'toHolders' | 'toFund' | 'left', more: readonly Decimal[]) =>
    sum([
      ...classes.map((each) =>
        rounded(new Big(each[part]).plus(part === 'toFund' ? each.net : 0).times(rateOf(each))),
      ),
      ...more.map((amount) => rounded(new Big(amount))),
    ]).toFixed(decimals)
  return {
    toHolders: total('toHolders', lines.toHolders),
    toFund: total('toFund', lines.toFund),
    left: total('left', []),
  }
}

/** Whether there is nothing to notify or pay: no date is material, no line is entered, and no amount is owed. */
export function isNothingToNotify(
  figures: readonly ErrorFigure[],
  classes: readonly ClassCompensation[],
  lines: readonly unknown[],
): boolean {
  return (
    lines.length === 0 &&
    !figures.some(({ isMaterial }) => isMaterial) &&
    classes.every(({ toHolders, toFund, net }) => sum([toHolders, toFund, net]).eq(0))
  )
}

/** The decimals of each class's NAV per share: its own, or more where its published and corrected figures have them. */
export function decimalsOfClasses(
  figures: readonly Pick<ErrorFigure, 'classCode' | 'published' | 'corrected'>[],
  ofClasses: Readonly<Record<string, number>>,
): (classCode: string) => number {
  const most = new Map(Object.entries(ofClasses))
  for (const { classCode, published, corrected } of figures)
    for (const value of [published, corrected])
      most.set(classCode, Math.max(decimalsIn(value), most.get(classCode) ?? 0))
  return (classCode) => most.get(classCode) ?? 0
}

/** How many decimals a figure is written with. */
export const decimalsIn = (value: Decimal): number => value.split('.')[1]?.length ?? 0

/** What a debt or a claim is for one share; null without shares. @param decimals of the NAV per share */
export function perShare(amount: Decimal, shares: Decimal | null, decimals: number): Decimal | null {
  if (shares === null || new Big(shares).eq(0)) return null
  return new Big(amount).div(shares).round(decimals, Big.roundHalfUp).toFixed(decimals)
}
