import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** The words of the authorisation matrix (product decisions, section 5). */

export const RULES = ['A', 'A+A', 'A+B'] as const
/** Which signatures an amount needs: one of class A, two of class A, or one of class A and one of class B. */
export type Rule = (typeof RULES)[number]

export const SIGNATORY_CLASSES = ['A', 'B'] as const
/** An A may sign where a B is asked for. */
export type SignatoryClass = (typeof SIGNATORY_CLASSES)[number]

/** The classes that a rule asks for, one for each signature. */
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
