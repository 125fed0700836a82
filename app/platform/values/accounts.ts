import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools'
import { modulus97 } from './check-digits'

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

/** Whether two capital letters are a country (ISO 3166). */
export const isCountry = (code: string): boolean => countrySpecs[code] !== undefined

/** Whether the accounts of a country have IBANs (registry of ISO 13616). */
export const hasIbans = (country: string): boolean => countrySpecs[country]?.IBANRegistry === true

/** Whether an account number is an IBAN, in the form for storing. */
export const isIban = (number: string): boolean => isValidIBAN(number)

/** An account number of a country without IBANs, in the form for storing, and whether it could be one. */
export function checkAccountNumber(text: string): { electronic: string; valid: boolean } {
  const electronic = text.toUpperCase().replace(/[\s.\-\u2010-\u2015]/g, '')
  // Two letters and two digits begin an IBAN: a mistyped one is not another kind of number.
  const valid =
    /^[A-Z0-9]{3,34}$/.test(electronic) && /\d/.test(electronic) && !/^[A-Z]{2}\d\d/.test(electronic)
  return { electronic, valid }
}

/**
 * The systems that clear payments between the banks of a country without IBANs, with the form of a bank's number in it
 * (ISO 20022, ExternalClearingSystemIdentification1Code).
 */
const CLEARING_SYSTEMS: Readonly<Record<string, RegExp>> = {
  AUBSB: /^\d{6}$/,
  CACPA: /^\d{9}$/,
  CNAPS: /^\d{12}$/,
  HKNCC: /^\d{3}$/,
  INFSC: /^[A-Z0-9]{11}$/,
  JPZGN: /^\d{7}$/,
  KRBOK: /^\d{7}$/,
  NZNCC: /^\d{6}$/,
  SGIBG: /^\d{3,4}$|^\d{7}$/,
  THCBC: /^\d{3}$/,
  TWNCC: /^\d{7}$/,
  USABA: /^\d{9}$/,
  USPID: /^\d{4}$/,
  ZANCC: /^\d{6}$/,
}

/** The codes of these systems. */
export const CLEARING_CODES = Object.keys(CLEARING_SYSTEMS)

/** The country of a bank by its number in a clearing system. */
export const clearingCountry = (system: string): string => system.slice(0, 2)

/** A bank's number in a clearing system: "USABA 021000021". */
export interface Clearing {
  system: string
  code: string
}

/** Checks the number of a bank in a clearing system in any notation: "usaba 0210-0002-1". */
export function checkClearing(text: string): { electronic: string; valid: boolean } {
  const plain = text.toUpperCase().replace(/[\s.\-/:\u2010-\u2015]/g, '')
  const [system, code] = [plain.slice(0, 5), plain.slice(5)]
  const valid =
    (CLEARING_SYSTEMS[system]?.test(code) ?? false) && (system !== 'USABA' || isRoutingNumber(code))
  return { electronic: `${system} ${code}`, valid }
}

/** The parts of a checked one; null for none. */
export function readClearing(clearing: string | null): Clearing | null {
  const [system, code] = (clearing ?? '').split(' ')
  return system && code ? { system, code } : null
}

/** The check digit of the routing numbers of the American Bankers Association. */
function isRoutingNumber(code: string): boolean {
  const weights = [3, 7, 1]
  const total = [...code].reduce((all, digit, at) => all + Number(digit) * (weights[at % 3] ?? 0), 0)
  return total % 10 === 0
}

/** The smallest and the largest number of institutions that serve QR-bills (SIX). */
const [FIRST_QR, LAST_QR] = [30_000, 31_999]

/** Whether an account takes payments of Swiss QR-bills only, with a QR reference. */
export function isQrIban(iban: string): boolean {
  const institution = Number(iban.slice(4, 9))
  return /^(CH|LI)/.test(iban) && institution >= FIRST_QR && institution <= LAST_QR
}

/** Checks a legal entity identifier: 20 characters with check digits (ISO 17442, modulus 97 of ISO 7064). */
export function checkLei(text: string): { electronic: string; valid: boolean } {
  const electronic = text.toUpperCase().replace(/\s/g, '')
  return {
    electronic,
    valid: /^[A-Z0-9]{18}\d{2}$/.test(electronic) && modulus97(electronic) === 1,
  }
}

/** The countries whose accounts SEPA reaches (EPC409-09). */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** Whether SEPA reaches an account; never without an IBAN. */
export const isSepaIban = (number: string): boolean => isIban(number) && SEPA.has(number.slice(0, 2))
