import { storedDecimalsOf } from '~/platform/values/currencies'
import { Big, type Decimal, plain } from '~/platform/values/decimal'

/** How the taxes of an invoice are booked: recovered, or part of the expense. All in its currency, two decimals. */
export interface TaxesSplit {
  /** Percent of the taxes that is recovered; null where none is set for its settling entity: all of them. */
  share: Decimal | null
  recoverable: Decimal
  notRecoverable: Decimal
  /** Net, and the taxes that are not recovered. */
  expense: Decimal
}

/**
 * The recovered taxes are rounded to the smallest unit of the currency, half away from zero; the expense takes the rest, so that both add up to
 * the gross amount. Without a share all taxes are recovered.
 */
export function splitTaxes(
  { grossAmount, taxes, currency }: { grossAmount: Decimal; taxes: Decimal; currency: string },
  share: Decimal | null,
): TaxesSplit {
  const recoverable =
    share === null ? new Big(taxes) : new Big(taxes).times(share).div(100).round(storedDecimalsOf(currency))
  return {
    share: share === null ? null : plain(new Big(share)),
    recoverable: recoverable.toFixed(2),
    notRecoverable: new Big(taxes).minus(recoverable).toFixed(2),
    expense: new Big(grossAmount).minus(recoverable).toFixed(2),
  }
}
