import { isValidBIC, isValidIBAN } from 'ibantools'

/** A bank identifier code in stored form, and whether it is valid. */
export interface CheckedBic {
  /** Capital letters and digits only: "BGLLLULLXXX". */
  electronic: string
  /** Form and country comply with ISO 9362: 8 or 11 characters. */
  valid: boolean
}

/** Checks a bank identifier code in any notation: small letters, blanks between its parts, a leading "BIC". */
export function checkBic(text: string): CheckedBic {
  const electronic = text
    .toUpperCase()
    .replace(/^\s*BIC[\s:.]+/, '')
    .replace(/\s/g, '')
  return { electronic, valid: isValidBIC(electronic) }
}

/** An account number in the form for storing and comparing, and whether it is valid. */
export interface CheckedIban {
  /** Capital letters and digits only: "DE02120300000000202051". */
  electronic: string
  /** Country, length, structure and check digits comply with ISO 13616. */
  valid: boolean
}

/** Checks an account number in any notation: groups, points, hyphens, small letters, a leading "IBAN". */
export function checkIban(text: string): CheckedIban {
  const electronic = text
    .toUpperCase()
    .replace(/^\s*IBAN[\s:.]*/, '')
    .replace(/[\s.\-\u2010-\u2015]/g, '')
  return { electronic, valid: isValidIBAN(electronic) }
}

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
