import { Big, type Decimal } from '~/platform/values/decimal'

/** Gross less taxes, each counted as 0 while it is empty; null while both are. Two decimals. */
export function netOf(gross: Decimal | null, taxes: Decimal | null): Decimal | null {
  return gross === null && taxes === null ? null : new Big(gross ?? 0).minus(taxes ?? 0).toFixed(2)
}
