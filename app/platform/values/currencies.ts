import { hasFinerAmounts, storedDecimalsOf } from './currency-decimals'
import { Big, type Decimal } from './decimal'

/** Currencies in use by ISO 4217, including its funds codes and metals that a fund may use. */
const IN_USE = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW
UZS VED VES VND VUV WST XAD XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG`

/** Replaced currencies that older calendars, rates and liquidated funds still use. */
const REPLACED =
  'ANG BGN CUC HRK LTL LVL EEK SKK SIT MTL CYP SLL VEF ZWL BYR MRO STD TRL DEM FRF ITL BEF LUF NLG ESP ATS IEP PTE FIM GRD'

const CODES = new Set(`${IN_USE} ${REPLACED}`.trim().split(/\s+/))

/** True for a currency code of ISO 4217, in capital letters. */
export function isCurrency(code: string): boolean {
  return CODES.has(code)
}

/**
 * Why an amount is not one of its currency, as the rest of a sentence that begins with its field: yen have no decimals.
 * Null where it is one.
 */
export function decimalsFault(amount: Decimal, currency: string | null): string | null {
  if (currency === null) return null
  const decimals = storedDecimalsOf(currency)
  if (new Big(amount).round(decimals, 0).eq(amount)) return null
  if (decimals === 0) return `${currency} has no decimals. Enter a whole amount.`
  return hasFinerAmounts(currency)
    ? `amounts in ${currency} are kept with ${decimals} decimals. Enter one that has no more.`
    : `${currency} has ${decimals} decimals at most. Enter the amount with them.`
}

/**
 * A stored amount as its field holds it, with the decimals of its currency: 1500.00 euro, 1500 yen. One that has more is
 * shown whole, so that its fault is seen.
 */
export function amountInField(amount: Decimal | null, currency: string | null): string {
  if (amount === null || amount === '') return ''
  return decimalsFault(amount, currency) === null
    ? new Big(amount).toFixed(storedDecimalsOf(currency))
    : amount
}
