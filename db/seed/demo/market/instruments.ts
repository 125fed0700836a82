import type { InstrumentType } from '~/areas/navs/workbooks/control-data'
import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { businessDays, FIRST_DAY } from '../calendar'
import { bondMarket, type DemoCurrency, equityMarket, OVERNIGHT, steady, walk } from './series'

/** An invented ISIN with correct check digit: country, and up to nine letters or digits. */
export function isinOf(country: string, body: string): string {
  const head = country + body.padStart(9, '0')
  const digits = [...head].map((character) => Number.parseInt(character, 36)).join('')
  let total = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 2 : 1)
    total += digit > 9 ? digit - 9 : digit
  }
  return `${head}${(10 - (total % 10)) % 10}`
}

/** The issuers of the demo's securities. The companies are invented; any likeness is coincidental. */

type Company = [name: string, country: string, currency: DemoCurrency]

const COMPANIES: Company[] = [
  ['Vallon Énergie SA', 'FR', 'EUR'],
  ['Nordhavn Industrier A/S', 'DK', 'EUR'],
  ['Castellane Pharma SA', 'FR', 'EUR'],
  ['Brückner Maschinenbau AG', 'DE', 'EUR'],
  ['Lakeshore Semiconductors Inc.', 'US', 'USD'],
  ['Meridian Payments Corp.', 'US', 'USD'],
  ['Thornbury Utilities plc', 'GB', 'GBP'],
  ['Höganäs Skogsbolag AB', 'SE', 'SEK'],
  ['Oberland Versicherung AG', 'CH', 'CHF'],
  ['Peñarroya Infraestructuras SA', 'ES', 'EUR'],
  ['Great Plains Railway Co.', 'US', 'USD'],
  ['Fujimori Robotics KK', 'JP', 'JPY'],
  ['Aurelia Moda SpA', 'IT', 'EUR'],
  ['Cobalt Health Systems Inc.', 'US', 'USD'],
  ['Waterloo & Sons Brewing plc', 'GB', 'GBP'],
  ['Zuiderzee Logistics NV', 'NL', 'EUR'],
  ['Sankt Gallen Textil AG', 'CH', 'CHF'],
  ['Redwood Cloud Holdings Inc.', 'US', 'USD'],
  ['Kawanishi Optical KK', 'JP', 'JPY'],
  ['Lumière Télécom SA', 'FR', 'EUR'],
  ['Isar Automotive SE', 'DE', 'EUR'],
  ['Gulf Stream Foods Inc.', 'US', 'USD'],
  ['Ljungby Medicinteknik AB', 'SE', 'SEK'],
  ['Ardennes Chimie SA', 'BE', 'EUR'],
  ['Silverton Copper Corp.', 'US', 'USD'],
  ['Tramontana Seguros SA', 'ES', 'EUR'],
  ['Blackfriars Media plc', 'GB', 'GBP'],
  ['Orchard Valley Software Inc.', 'US', 'USD'],
]

type State = [name: string, country: string, currency: DemoCurrency]

const STATES: State[] = [
  ['Federal Republic of Germany', 'DE', 'EUR'],
  ['French Republic', 'FR', 'EUR'],
  ['Kingdom of Spain', 'ES', 'EUR'],
  ['Republic of Austria', 'AT', 'EUR'],
  ['United States Treasury', 'US', 'USD'],
  ['Kingdom of Belgium', 'BE', 'EUR'],
  ['Republic of Finland', 'FI', 'EUR'],
  ['Kingdom of Sweden', 'SE', 'SEK'],
]

const BANKS = [
  'Crédit Moselle SA',
  'Hansekontor Bank AG',
  'Banque du Val d’Alzette SA',
  'Rijnmond Bank NV',
  'Caja de Castilla SA',
  'Skärgårdsbanken AB',
  'Liberty Harbor Bank NA',
  'Threadneedle Row Bank plc',
  'Banca Lariana SpA',
  'Zürichberg Bank AG',
  'Kredietkas Schelde NV',
  'Österreichische Talbank AG',
  'Bryggen Bank ASA',
  'Société Mutuelle du Jura SA',
  'Landesbank Oberfranken AöR',
  'Caixa do Douro SA',
  'Kanagawa Shinkin KK',
  'Prairie Agricultural Credit Corp.',
  'Gävle Hypotek AB',
  'Clydeside Building Society',
  'Compagnie Fluviale de Leasing SA',
  'Adriatic Trade Finance SpA',
  'Maasvlakte Factoring BV',
  'Emerald Isle Bank plc',
]

const TARGET_FUNDS: [name: string, country: string, currency: DemoCurrency][] = [
  ['Lindenhof Global Small Caps', 'LU', 'EUR'],
  ['Stonecrop Emerging Markets Equity', 'IE', 'USD'],
  ['Mirabelle Convertibles Europe', 'LU', 'EUR'],
  ['Harrowgate Long/Short Equity', 'IE', 'GBP'],
  ['Pinecrest Trend Following', 'IE', 'USD'],
  ['Estuary Catastrophe Bonds', 'LU', 'USD'],
  ['Belvaux Private Debt II', 'LU', 'EUR'],
  ['Norrsken Infrastruktur', 'SE', 'SEK'],
]

const HOLDINGS: [name: string, country: string][] = [
  ['Rue de l’Arsenal Real Estate SCI, participation', 'FR'],
  ['Windpark Eifel II GmbH & Co. KG, limited partner share', 'DE'],
  ['Châtillon Mezzanine loan 2029', 'LU'],
  ['Fjordkraft Solar Holding, ordinary shares (unlisted)', 'NO'],
]

/** A security held by funds of the demo; several funds may hold the same one, at the same price. */
export interface Instrument {
  code: string
  name: string
  type: InstrumentType
  subtype: string
  currency: DemoCurrency
  isin: string | null
  issuer: string
  government: boolean
  /** Null for instruments not quoted in percent. */
  priceFactor: '0.01' | null
  /** Price per unit, in its currency. */
  priceOn(day: Day): Decimal
  /** The date of the price used on a NAV date. */
  pricedOn(day: Day): Day
  /** Per year, as a fraction; 0 if no interest accrues. */
  coupon: number
  couponsAYear: 1 | 2
  dayCount: DayCount | null
  /** Paid per share, in its currency, to holders on the previous day. */
  dividends: readonly { exDay: Day; perShare: Decimal }[]
  maturity: Day | null
}

type DayCount = '30/360' | 'ACT/360' | 'ACT/365' | 'ACT/ACT'

const rounded = (value: number, places: number): Decimal => new Big(value).round(places).toFixed()
const sameDay = (day: Day) => day
const plainly = {
  priceFactor: null,
  coupon: 0,
  couponsAYear: 1,
  dayCount: null,
  dividends: [],
  maturity: null,
  government: false,
} as const

/** A quarter in business days. */
const QUARTER = 65

/** Every company pays quarterly, on its own days. */
function dividendsOf(name: string, price: number): Instrument['dividends'] {
  const first = Math.floor(steady(`ex-day ${name}`) * QUARTER)
  const perShare = rounded(price * (0.003 + 0.004 * steady(`dividend ${name}`)), 2)
  return businessDays()
    .filter((_, at) => at % QUARTER === first)
    .map((exDay) => ({ exDay, perShare }))
}

export const EQUITIES: Instrument[] = COMPANIES.map(([name, country, currency], i) => {
  const beta = 0.75 + 0.5 * steady(`beta ${name}`)
  const start = 18 + 380 * steady(`price ${name}`) * (currency === 'JPY' ? 20 : 1)
  return {
    ...plainly,
    code: `EQ${1001 + i}`,
    name,
    type: 'Equity',
    subtype: 'Ordinary share',
    currency,
    isin: isinOf(country, `DM${1001 + i}`),
    issuer: name,
    dividends: dividendsOf(name, start),
    pricedOn: sameDay,
    priceOn: (day) =>
      rounded(start * (1 + beta * (equityMarket(day) - 1)) * walk(`equity ${name}`, day, 0.005), 2),
  }
})

const CORPORATE_DAY_COUNTS: Partial<Record<DemoCurrency, DayCount>> = {
  GBP: 'ACT/365',
  SEK: 'ACT/365',
  CHF: 'ACT/360',
}

function bond(
  code: string,
  issuer: string,
  country: string,
  currency: DemoCurrency,
  government: boolean,
): Instrument {
  const coupon = Math.round((0.0175 + 0.03 * steady(`coupon ${code}`)) * 800) / 800
  // Coupons are paid on days that exist in every month.
  const month = addDays('2029-02-15', Math.floor(steady(`maturity ${code}`) * 2600)).slice(0, 8)
  const maturity = `${month}${['05', '15', '20', '25'][Math.floor(steady(`day ${code}`) * 4)]}`
  const start = 95 + 9 * steady(`price ${code}`)
  return {
    code,
    name: `${issuer} ${(coupon * 100).toFixed(3)} % ${maturity.split('-').reverse().join('/')}`,
    type: 'Bond',
    subtype: government ? 'Government bond' : 'Corporate bond',
    currency,
    isin: isinOf(country, `DM${code}`),
    issuer,
    government,
    priceFactor: '0.01',
    pricedOn: sameDay,
    priceOn: (day) => rounded(start * bondMarket(day) * walk(`bond ${code}`, day, 0.0006), 3),
    coupon,
    couponsAYear: currency === 'USD' ? 2 : 1,
    dayCount: government ? 'ACT/ACT' : (CORPORATE_DAY_COUNTS[currency] ?? '30/360'),
    dividends: [],
    maturity,
  }
}

export const GOVERNMENT_BONDS: Instrument[] = [0, 1].flatMap((round) =>
  STATES.map(([name, country, currency], i) =>
    bond(`GB${2001 + round * 100 + i}`, name, country, currency, true),
  ),
)

export const CORPORATE_BONDS: Instrument[] = COMPANIES.filter(([, , currency]) => currency !== 'JPY').map(
  ([name, country, currency], i) => bond(`CB${3001 + i}`, name, country, currency, false),
)

/** Discount paper in the fund's own currency: its price rises by one day's interest every day. */
export function commercialPaper(currency: DemoCurrency): Instrument[] {
  return BANKS.map((name, i): Instrument => {
    const code = `CP${currency}${40 + i}`
    const maturity = addDays('2026-12-10', Math.floor(steady(`maturity ${code}`) * 120))
    const left = (day: Day) => daysBetween(day, maturity) / 360
    return {
      ...plainly,
      code,
      name: `${name} CP ${maturity.split('-').reverse().join('/')}`,
      type: 'Bond',
      subtype: 'Commercial paper',
      currency,
      isin: isinOf('XS', `D${code}`),
      issuer: name,
      priceFactor: '0.01',
      pricedOn: sameDay,
      priceOn: (day) => rounded(100 - 100 * (OVERNIGHT[currency] + 0.0008) * left(day), 5),
      maturity,
    }
  })
}

export const FUND_UNITS: Instrument[] = TARGET_FUNDS.map(([name, country, currency], i) => {
  const start = 90 + 900 * steady(`price ${name}`)
  return {
    ...plainly,
    code: `FU${5001 + i}`,
    name,
    type: 'Fund',
    subtype: 'Open-ended fund',
    currency,
    isin: isinOf(country, `DM${5001 + i}`),
    issuer: name,
    pricedOn: sameDay,
    priceOn: (day) =>
      rounded(start * (1 + 0.35 * (equityMarket(day) - 1)) * walk(`fund ${name}`, day, 0.002), 4),
  }
})

/** Unlisted, valued quarterly, so their price does not change in between. */
export const UNLISTED: Instrument[] = HOLDINGS.map(([name], i) => {
  const price = (day: Day) => (day >= '2026-09-30' ? 1.011 : 1) * (950 + 100 * steady(`price ${name}`))
  return {
    ...plainly,
    code: `OT${6001 + i}`,
    name,
    type: 'Other',
    subtype: 'Unlisted, level 3',
    currency: 'EUR',
    isin: null,
    issuer: name,
    pricedOn: (day) => (day >= '2026-09-30' ? '2026-09-30' : addDays(FIRST_DAY, -1)),
    priceOn: (day) => rounded(price(day), 2),
  }
})
