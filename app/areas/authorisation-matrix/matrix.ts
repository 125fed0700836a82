import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount, showDay, showMoney } from '~/platform/values/show'

/** The terms of the authorisation matrix (product decisions, section 5). */

export const RULES = ['A', 'A+A', 'A+B'] as const
/** Which signatures an amount needs: one of class A, two of class A, or one of class A and one of class B. */
export type Rule = (typeof RULES)[number]

export const SIGNATORY_CLASSES = ['A', 'B'] as const
/** An A may sign where a B is required. */
export type SignatoryClass = (typeof SIGNATORY_CLASSES)[number]

/** The classes that a rule requires, one for each signature. */
export const CLASSES_OF: Readonly<Record<Rule, readonly SignatoryClass[]>> = {
  A: ['A'],
  'A+A': ['A', 'A'],
  'A+B': ['A', 'B'],
}

/** Days from and to, both inclusive; null is without end. */
export interface Validity {
  validFrom: Day
  validTo: Day | null
}

/** Gross amounts of one currency, from and to inclusive; null is without limit. */
export interface Band {
  currency: string
  amountFrom: Decimal
  amountTo: Decimal | null
}

export interface BandRule extends Band, Validity {
  rule: Rule
}

export function isValidOn({ validFrom, validTo }: Validity, day: Day): boolean {
  return validFrom <= day && (validTo === null || day <= validTo)
}

/** Site currency for one unit of each currency; the site currency itself is 1. */
export type Rates = ReadonlyMap<string, Decimal>

export interface SignaturesNeeded {
  rule: Rule
  /** The band that holds the amount; null where the matrix has none for it. */
  band: Band | null
  /** The amount in the currency of the rules, two decimals. Credit notes count by their absolute amount. */
  amount: Decimal
  /** Of the rules. */
  currency: string
  /** As a sentence. */
  why: string
}

/** For amounts outside all bands, so that they are no easier to sign than those inside. */
const STRICTEST: Rule = 'A+A'

interface PaymentToSign {
  day: Day
  currency: string
  /** In this currency. */
  amount: Decimal
}

/**
 * The rule that applies to an amount on a day. Rules in the amount's own currency come first, then those in the site
 * currency, then others by their code; the amount is converted by way of the site currency and rounded to hundredths.
 * Null when no rule at all is in force on that day.
 * @param rates of the day: see Rates
 */
export function bandOfAmount(
  rules: readonly BandRule[],
  rates: Rates,
  siteCurrency: string,
  { day, currency, amount }: PaymentToSign,
): SignaturesNeeded | null {
  const inForce = rules.filter((rule) => isValidOn(rule, day))
  const absolute = new Big(amount).abs()
  const shown = showMoney(absolute.toFixed(2), currency)
  const currencies = [...new Set(inForce.map((rule) => rule.currency))].sort(
    byNearness(currency, siteCurrency),
  )
  const [first] = currencies
  if (first === undefined) return null
  const convertible = currencies.find((each) => converted(absolute, currency, each, rates) !== null)
  const inRules = convertible === undefined ? null : converted(absolute, currency, convertible, rates)
  if (convertible === undefined || inRules === null)
    return {
      rule: STRICTEST,
      band: null,
      amount: absolute.toFixed(2),
      currency,
      why: `There is no exchange rate on or before ${showDay(day)} to compare ${shown} with the rules in ${first}: two signatures of class A are required.`,
    }
  const amountText = convertible === currency ? shown : `${shown} (${showMoney(inRules, convertible)})`
  const band = inForce.find((rule) => rule.currency === convertible && holds(rule, inRules)) ?? null
  const needed = { rule: band?.rule ?? STRICTEST, band, amount: inRules, currency: convertible }
  const why = band
    ? `${amountText} is ${bandLabel(band)}: ${ruleWords(band.rule)} required.`
    : `No band of the authorisation matrix in ${convertible} covers ${amountText}: two signatures of class A are required.`
  return { ...needed, why }
}

function holds({ amountFrom, amountTo }: Pick<Band, 'amountFrom' | 'amountTo'>, amount: Decimal): boolean {
  const value = new Big(amount)
  return value.gte(amountFrom) && (amountTo === null || value.lte(amountTo))
}

/** "from 0.00 to 5,000.00 EUR" */
export function bandLabel({ amountFrom, amountTo, currency }: Band): string {
  const from = `from ${showAmount(amountFrom, currency)}`
  return amountTo === null ? `${from} ${currency} upwards` : `${from} to ${showMoney(amountTo, currency)}`
}

/** "one signature of class A and one of class B are", for the signatures that are required. */
function ruleWords(rule: Rule): string {
  if (rule === 'A') return 'one signature of class A is'
  return rule === 'A+A'
    ? 'two signatures of class A are'
    : 'one signature of class A and one of class A or B are'
}

/** An amount in another currency, in hundredths (half up); null without a rate. */
function converted(amount: Big, from: string, to: string, rates: Rates): Decimal | null {
  if (from === to) return amount.toFixed(2)
  const [buying, selling] = [rates.get(from), rates.get(to)]
  if (buying === undefined || selling === undefined) return null
  return amount.times(buying).div(selling).toFixed(2)
}

function byNearness(own: string, site: string) {
  const place = (currency: string) => (currency === own ? 0 : currency === site ? 1 : 2)
  return (a: string, b: string) => place(a) - place(b) || (a < b ? -1 : 1)
}
