import { isValidIBAN } from 'ibantools'

/** An account number as it is compared and stored, and whether it can be one. */
export interface CheckedIban {
  /** Capital letters and digits only: "DE02120300000000202051". */
  electronic: string
  /** Country, length, structure and check digits are those of ISO 13616. */
  valid: boolean
}

/** Checks an account number however it is written: groups, points, hyphens, small letters, a leading "IBAN". */
export function checkIban(text: string): CheckedIban {
  const electronic = text
    .toUpperCase()
    .replace(/^\s*IBAN[\s:.]*/, '')
    .replace(/[\s.\-\u2010-\u2015]/g, '')
  return { electronic, valid: isValidIBAN(electronic) }
}
