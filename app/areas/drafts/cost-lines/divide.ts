import { decimalsFault } from '~/platform/values/currencies'
import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showDay, showMoney } from '~/platform/values/show'

/** Codes of the mapping FEE_ALLOCATION by which Fundesk divides a draft among the sub-funds of its settling entity. */
export const DIVIDING_RULES = ['TNA', 'EQUAL', 'KEY'] as const
export type DividingRule = (typeof DIVIDING_RULES)[number]

/** How each rule divides, for people. */
export const RULE_LABELS: Readonly<Record<DividingRule, string>> = {
  TNA: 'Divided by total net assets',
  EQUAL: 'Divided in equal parts',
  KEY: 'Divided by fixed keys',
}

export const isDividingRule = (code: string | null): code is DividingRule =>
  DIVIDING_RULES.some((each) => each === code)

/** What a sub-fund is weighed by. */
export interface Weighed {
  fundId: number
  code: string
  name: string
  /** By net assets only: its last sent NAV on or before the day, with total net assets in the fund's currency. */
  nav: { id: number; date: Day; tna: Decimal; currency: string } | null
  /** Net assets in the draft's currency, 1, or the percent of the key. */
  weight: Decimal
}

/** What a sub-fund bears: amounts in the draft's currency, two decimals. */
export interface DividedPart extends Weighed {
  /** Of the whole, in percent, four decimals. */
  percent: Decimal
  grossAmount: Decimal
  taxes: Decimal
  netAmount: Decimal
}

/**
 * An amount in parts by weights, to the smallest unit of its currency: each gets its exact part without the fraction of
 * a unit, and the units that are left go to the largest fractions, the first of equal ones first. The parts add up to
 * the amount. Yen that were stored with decimals are divided to the cent.
 * @param weights zero or more, not all zero
 */
export function largestRemainder(amount: Decimal, weights: readonly Decimal[], currency: string): Decimal[] {
  const decimals = decimalsFault(amount, currency) === null ? storedDecimalsOf(currency) : 2
  const units = 10 ** decimals
  const scale = 10n ** BigInt(Math.max(0, ...weights.map((weight) => new Big(weight).c.length + 40)))
  const whole = weights.map((weight) => BigInt(new Big(weight).times(scale.toString()).toFixed(0)))
  const all = whole.reduce((sum, each) => sum + each, 0n)
  if (all <= 0n) throw new Error('There is nothing to divide by')
  const signed = BigInt(new Big(amount).times(units).toFixed(0))
  const total = signed < 0n ? -signed : signed
  const parts = whole.map((each, at) => ({ at, units: (total * each) / all, left: (total * each) % all }))
  let rest = total - parts.reduce((sum, part) => sum + part.units, 0n)
  for (const part of [...parts].sort((a, b) =>
    a.left === b.left ? a.at - b.at : a.left > b.left ? -1 : 1,
  )) {
    if (rest <= 0n) break
    part.units += 1n
    rest -= 1n
  }
  const sign = signed < 0n ? -1n : 1n
  return parts.map((part) => new Big((sign * part.units).toString()).div(units).toFixed(2))
}

/** Gross and taxes by the same weights; net is what remains of gross. */
export function dividedParts(
  { grossAmount, taxes, currency }: { grossAmount: Decimal; taxes: Decimal; currency: string },
  weighed: readonly Weighed[],
): DividedPart[] {
  const weights = weighed.map(({ weight }) => weight)
  const all = weights.reduce((sum, weight) => sum.plus(weight), new Big(0))
  const [gross, tax] = [
    largestRemainder(grossAmount, weights, currency),
    largestRemainder(taxes, weights, currency),
  ]
  return weighed.map((each, at) => ({
    ...each,
    percent: new Big(each.weight).times(100).div(all).toFixed(4),
    grossAmount: gross[at] ?? '0.00',
    taxes: tax[at] ?? '0.00',
    netAmount: new Big(gross[at] ?? 0).minus(tax[at] ?? 0).toFixed(2),
  }))
}

/** "LU-EQ Equity: 41.2345 %, NAV of 30/10/2026": the comment of the cost line of a part. */
export const partComment = ({ code, name, percent, nav }: DividedPart): string =>
  `${code} ${name}: ${percent} %${nav === null ? '' : ` by the NAV of ${showDay(nav.date)}, ${showMoney(nav.tna, nav.currency)}`}`

/** A line or a part, as far as it says who bears how much. */
export interface Borne {
  fundId: number | null
  grossAmount: Decimal
  taxes: Decimal
}

/** Whether lines bear what the parts of a division say. Zero parts have no line. */
export function bearTheSame(lines: readonly Borne[], parts: readonly Borne[]): boolean {
  const asText = (all: readonly Borne[]) =>
    all
      .filter(({ grossAmount, taxes }) => !new Big(grossAmount).eq(0) || !new Big(taxes).eq(0))
      .map(
        ({ fundId, grossAmount, taxes }) =>
          `${fundId} ${new Big(grossAmount).toFixed(2)} ${new Big(taxes).toFixed(2)}`,
      )
      .sort()
      .join('; ')
  return asText(lines) === asText(parts)
}
