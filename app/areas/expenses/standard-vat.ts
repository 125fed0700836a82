import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'

/**
 * The standard rates of VAT, in percent, by the country's ISO 3166 code: of the European Union as "Taxes in Europe"
 * (TEDB) of the Commission lists them, of the others as their tax offices do; as of 1 January 2026. Rates that changed
 * since 2024 have the day of the change.
 */
const RATES: Readonly<Record<string, readonly (readonly [from: Day, rate: Decimal])[]>> = {
  AT: [['', '20']],
  BE: [['', '21']],
  BG: [['', '20']],
  CH: [['', '8.1']],
  CY: [['', '19']],
  CZ: [['', '21']],
  DE: [['', '19']],
  DK: [['', '25']],
  EE: [
    ['2025-07-01', '24'],
    ['', '22'],
  ],
  ES: [['', '21']],
  FI: [
    ['2024-09-01', '25.5'],
    ['', '24'],
  ],
  FR: [['', '20']],
  GB: [['', '20']],
  GR: [['', '24']],
  HR: [['', '25']],
  HU: [['', '27']],
  IE: [['', '23']],
  IS: [['', '24']],
  IT: [['', '22']],
  LI: [['', '8.1']],
  LT: [['', '21']],
  LU: [['', '17']],
  LV: [['', '21']],
  MT: [['', '18']],
  NL: [['', '21']],
  NO: [['', '25']],
  PL: [['', '23']],
  PT: [['', '23']],
  RO: [
    ['2025-08-01', '21'],
    ['', '19'],
  ],
  SE: [['', '25']],
  SI: [['', '22']],
  SK: [
    ['2025-01-01', '23'],
    ['', '20'],
  ],
}

/** The standard rate of a country on a day, in percent; null for a country that is not in the table. */
export function standardVatRate(country: string | null, day: Day): Decimal | null {
  const rates = RATES[country?.trim().toUpperCase() ?? ''] ?? []
  return rates.find(([from]) => from <= day)?.[1] ?? null
}

/** The VAT that the customer owes for what its supplier did not tax, to the smallest unit of the currency. */
export const reverseChargeOn = (base: Decimal, rate: Decimal, currency: string | null): Decimal =>
  new Big(base).times(rate).div(100).round(storedDecimalsOf(currency)).toFixed(2)
