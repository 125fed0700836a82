import { Big, type Decimal } from '~/domain/values/decimal'

/** Gross less taxes, each counted as 0 while it is empty; null while both are. Two decimals. */
export function netOf(gross: Decimal | null, taxes: Decimal | null): Decimal | null {
  return gross === null && taxes === null ? null : new Big(gross ?? 0).minus(taxes ?? 0).toFixed(2)
}

/** The largest amount that is kept: 18 digits, two of them decimals. */
const LARGEST = new Big('9999999999999999.99')

/** True when an amount has more digits than are kept. */
export function isTooLarge(amount: Big | Decimal): boolean {
  return new Big(amount).abs().gt(LARGEST)
}
