import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { InstrumentModel, Settings } from './fund-model'
import { isinOf } from './isin'
import { drift, steady } from './steady'

type Rate = (currency: string) => Decimal

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']
// Of twenty lines: ten equities, two government and four company bonds, three funds, one other.
const PATTERN = 'EEGEBEFEBEBEFEGEBFEO'
const WEIGHTS = { E: 4, G: 7, B: 4, F: 5, O: 1 }

/** Securities of about 88 % of TNA, two small derivatives, and cash that makes up exactly what `balanceOf` leaves. */
export function inventoryOf(
  settings: Settings,
  navDate: Day,
  month: number,
  tna: Big,
  rate: Rate,
): InstrumentModel[] {
  const scale = PATTERN.length / Math.max(settings.lines, PATTERN.length)
  const lines = Array.from({ length: settings.lines }, (_, i) =>
    securityOf(settings, i, navDate, month, tna, scale, rate),
  )
  lines.push(derivativeOf('FWD-USD', 'Forward sale USD', 'USD', 41_250.75, navDate, month, rate))
  lines.push(derivativeOf('FWD-GBP', 'Forward sale GBP', 'GBP', -18_300.1, navDate, month, rate))
  const foreign = ['USD', 'GBP'].filter((currency) => currency !== settings.fundCurrency)
  for (const currency of foreign) {
    const amount = drift(`cash/${currency}`, 350_000, 0.03, month, 2)
    lines.push(cashOf(currency, amount, new Big(amount).times(rate(currency)).round(2).toFixed(2), rate))
  }
  const rest = tna
    .minus(otherNet(tna, month))
    .minus(sum(lines.map((line) => line.marketValue)))
    .toFixed(2)
  lines.push(cashOf(settings.fundCurrency, rest, rest, rate))
  for (const line of lines) {
    line.navPercent = new Big(line.marketValue).times(100).div(tna).round(4).toFixed()
  }
  return lines
}

/** Receivables and payables that are no inventory line, as part of TNA; `balanceOf` books them. */
export function otherAmounts(tna: Big, month: number) {
  const part = (name: string, start: number) => tna.times(drift(name, start, 0.02, month, 8)).round(2)
  const accrual = (amount: number) => new Big(amount).times(month + 1)
  return {
    dividends: part('dividends', 0.004),
    subscriptions: part('subscriptions', 0.003),
    redemptions: part('redemptions', 0.0025),
    managementFee: accrual(18_250.4),
    custodyFee: accrual(2_410.35),
    auditFee: accrual(1_020.2),
  }
}

function otherNet(tna: Big, month: number): Big {
  const other = otherAmounts(tna, month)
  return other.dividends
    .plus(other.subscriptions)
    .minus(other.redemptions)
    .minus(other.managementFee)
    .minus(other.custodyFee)
    .minus(other.auditFee)
}

function securityOf(
  settings: Settings,
  i: number,
  navDate: Day,
  month: number,
  tna: Big,
  scale: number,
  rate: Rate,
): InstrumentModel {
  const letter = PATTERN[i % PATTERN.length] as keyof typeof WEIGHTS
  const bond = letter === 'G' || letter === 'B'
  const number = String(i + 1).padStart(5, '0')
  const currency = CURRENCIES[Math.floor(steady(`ccy/${i}`) * CURRENCIES.length)] as string
  const price = bond
    ? drift(`price/${i}`, 96 + steady(`start/${i}`) * 8, 0.004, month, 4)
    : drift(`price/${i}`, 20 + steady(`start/${i}`) * 400, 0.02, month, 4)
  const factor = bond ? '0.01' : null
  const value = tna.times(WEIGHTS[letter] * scale).div(100)
  const unit = new Big(price).times(factor ?? 1).times(rate(currency))
  const quantity = value.div(unit).round(bond ? -1 : 0)
  const accrued = bond
    ? quantity
        .times(rate(currency))
        .times(drift(`accrued/${i}`, 0.008, 0.05, month, 6))
        .round(2)
    : null
  const country = letter === 'F' ? 'LU' : currency === 'EUR' ? 'FR' : currency.slice(0, 2)
  const [type, subtype, name] = NAMES[letter]
  return {
    instrumentCode: letter === 'O' ? `OTH${number}` : `${bond ? 'B' : letter}${number}`,
    instrumentName: `${name} ${number}`,
    type,
    subtype,
    quotationCurrency: currency,
    quantity: quantity.toFixed(),
    price,
    priceDate: addDays(navDate, -(i % 3)),
    marketValue: quantity
      .times(unit)
      .plus(accrued ?? 0)
      .round(2)
      .toFixed(2),
    isin: letter === 'O' ? null : isinOf(country, `${letter}${number}`),
    priceFactor: factor,
    fxRate: rate(currency),
    accruedInterest: accrued?.toFixed(2) ?? null,
    navPercent: null,
    maturityDate: bond ? addDays(settings.navDate, 400 + 30 * (i % 50)) : null,
    issuer: letter === 'G' ? `Republic ${(i % PATTERN.length) % 3}` : `Issuer ${number}`,
    issuerKind: letter === 'G' ? 'GOVERNMENT' : 'COMPANY',
  }
}

const NAMES = {
  E: ['Equity', 'Ordinary share', 'Company'],
  G: ['Bond', 'Government bond', 'Treasury 2.5 %'],
  B: ['Bond', 'Corporate bond', 'Corporate 3.75 %'],
  F: ['Fund', 'UCITS', 'Target fund'],
  O: ['Other', null, 'Certificate'],
} as const

const BLANK = {
  isin: null,
  priceFactor: null,
  accruedInterest: null,
  navPercent: null,
  maturityDate: null,
  issuer: null,
  issuerKind: null,
}

function derivativeOf(
  code: string,
  name: string,
  currency: string,
  start: number,
  navDate: Day,
  month: number,
  rate: Rate,
): InstrumentModel {
  return {
    ...BLANK,
    instrumentCode: code,
    instrumentName: name,
    type: 'Derivative',
    subtype: 'FX forward',
    quotationCurrency: currency,
    quantity: start > 0 ? '1500000' : '-800000',
    price: drift(code, start / 1_500_000, 0.02, month, 6),
    priceDate: navDate,
    marketValue: drift(code, start, 0.02, month, 2),
    fxRate: rate(currency),
    maturityDate: addDays(navDate, 60),
  }
}

function cashOf(currency: string, amount: Decimal, value: Decimal, rate: Rate): InstrumentModel {
  return {
    ...BLANK,
    instrumentCode: `CASH-${currency}`,
    instrumentName: `Current account ${currency}`,
    type: 'Cash',
    subtype: null,
    quotationCurrency: currency,
    quantity: amount,
    price: null,
    priceDate: null,
    marketValue: value,
    fxRate: rate(currency),
  }
}
