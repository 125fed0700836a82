import { Big, type Decimal } from '~/platform/values/decimal'

/** A quotient that is never divided, so that sums of quotients compare exactly. */
export interface Fraction {
  over: Big
  /** Above 0. */
  under: Big
}

export const fraction = (over: Big | Decimal, under: Big | Decimal = '1'): Fraction => ({
  over: new Big(over),
  under: new Big(under),
})

export const sumOfTwo = (one: Fraction, other: Fraction): Fraction =>
  one.under.eq(other.under)
    ? { over: one.over.plus(other.over), under: one.under }
    : {
        over: one.over.times(other.under).plus(other.over.times(one.under)),
        under: one.under.times(other.under),
      }

export const negated = ({ over, under }: Fraction): Fraction => ({ over: over.times(-1), under })

/** The quotient to forty places: for texts and impacts, never to compare with. */
export const quotient = ({ over, under }: Fraction): Big => over.div(under)
