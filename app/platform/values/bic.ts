import { isValidBIC } from 'ibantools'

/** A bank identifier code as it is stored, and whether it can be one. */
export interface CheckedBic {
  /** Capital letters and digits only: "BGLLLULLXXX". */
  electronic: string
  /** Form and country are those of ISO 9362: 8 or 11 characters. */
  valid: boolean
}

/** Checks a bank identifier code however it is written: small letters, blanks between its parts, a leading "BIC". */
export function checkBic(text: string): CheckedBic {
  const electronic = text
    .toUpperCase()
    .replace(/^\s*BIC[\s:.]+/, '')
    .replace(/\s/g, '')
  return { electronic, valid: isValidBIC(electronic) }
}
