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
 * The recovered taxes are rounded to the cent, half away from zero; the expense takes the rest, so that both add up to
 * the gross amount. Without a share all taxes are recovered.
 */
export function splitTaxes(
  { grossAmount, taxes }: { grossAmount: Decimal; taxes: Decimal },
  share: Decimal | null,
): TaxesSplit {
  const recoverable = share === null ? new Big(taxes) : new Big(taxes).times(share).div(100).round(2)
  return {
    share: share === null ? null : plain(new Big(share)),
    recoverable: recoverable.toFixed(2),
    notRecoverable: new Big(taxes).minus(recoverable).toFixed(2),
    expense: new Big(grossAmount).minus(recoverable).toFixed(2),
  }
}
