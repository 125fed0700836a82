import { type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { type Fraction, fraction } from './fractions'
import { type RuleContext, weekdaysBetween } from './rule-context'
import { shown, shownDay } from './wording'

/** A rate of the site's own, and whether it is older than one weekday; the site currency's is always 1. */
export interface SiteRate {
  rate: Big
  /** Null of the site currency. */
  date: Day | null
  older: boolean
  words: string
}

/** The stored rate of a currency that may be used on the NAV date, or on the previous one; undefined without one. */
export function siteRate(
  { input, previous, tolerance }: RuleContext,
  currency: string,
  at: 'current' | 'previous' = 'current',
): SiteRate | undefined {
  if (currency === input.siteCurrency) return { rate: new Big(1), date: null, older: false, words: '1' }
  const navDate = at === 'current' ? input.data.navDate : previous?.data.navDate
  const rates = at === 'current' ? input.exchangeRates : (input.previousRates ?? [])
  const stored = rates.find((each) => each.currency === currency)
  if (navDate === undefined || !stored || new Big(stored.rate).lte(0)) return undefined
  const age = daysBetween(stored.date, navDate)
  if (age < 0 || age > Number(tolerance('N13.days').value)) return undefined
  return {
    rate: new Big(stored.rate),
    date: stored.date,
    older: weekdaysBetween(stored.date, navDate) > 1,
    words: `${shown(stored.rate)} of ${shownDay(stored.date)}`,
  }
}

/** Currencies whose amounts are in hundredths of another. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBX: 'GBP', ZAC: 'ZAR', ILA: 'ILS' }

const WHOLE = new Big(1)
const HUNDREDTH = new Big('0.01')

/** The currency that amounts in another one are a part of, and which part: GBX is 0.01 GBP. */
export function wholeCurrency(currency: string): { currency: string; part: Big } {
  const whole = HUNDREDTHS[currency]
  return whole === undefined ? { currency, part: WHOLE } : { currency: whole, part: HUNDREDTH }
}

/**
 * Fund currency for one unit of a currency: the NAV table's FX RATE, where it has only hundredths of the currency, or only
 * the whole, by that; undefined without any.
 */
export function tableRate({ navRate }: RuleContext, currency: string): Fraction | undefined {
  const own = navRate(currency)
  if (own !== undefined) return fraction(own)
  const { currency: whole, part } = wholeCurrency(currency)
  const ofWhole = whole === currency ? undefined : navRate(whole)
  if (ofWhole !== undefined) return fraction(part.times(ofWhole))
  const [hundredth] = Object.entries(HUNDREDTHS).find(([, of]) => of === currency) ?? []
  const ofHundredth = hundredth === undefined ? undefined : navRate(hundredth)
  return ofHundredth === undefined ? undefined : fraction(ofHundredth, '0.01')
}

/** The same, else by the stored rate. */
export function knownRate(context: RuleContext, currency: string): Fraction | undefined {
  const own = tableRate(context, currency)
  if (own) return own
  const { currency: whole, part } = wholeCurrency(currency)
  const stored = siteRate(context, whole)
  const ofFund = siteRate(context, context.input.fund.currency)
  return stored && ofFund ? fraction(part.times(stored.rate), ofFund.rate) : undefined
}
