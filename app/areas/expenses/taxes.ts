import { storedDecimalsOf } from '~/platform/values/currency-decimals'
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

/** The amounts of an invoice as its taxes need them. */
export interface TaxedAmounts {
  grossAmount: Decimal
  taxes: Decimal
  /** VAT that the customer owes by reverse charge, beside gross; null for none. */
  reverseChargeTax: Decimal | null
  currency: string
}

/** The taxes of an invoice: those of its supplier, and those that the customer owes. */
export const allTaxes = ({ taxes, reverseChargeTax }: Pick<TaxedAmounts, 'taxes' | 'reverseChargeTax'>) =>
  new Big(taxes).plus(reverseChargeTax ?? 0)

/**
 * The recovered taxes are rounded to the smallest unit of the currency, half away from zero; the expense takes the rest,
 * so that both add up to the gross amount and the taxes of a reverse charge. Without a share all taxes are recovered.
 */
export function splitTaxes(amounts: TaxedAmounts, share: Decimal | null): TaxesSplit {
  const taxes = allTaxes(amounts)
  const decimals = storedDecimalsOf(amounts.currency)
  const recoverable = share === null ? taxes : taxes.times(share).div(100).round(decimals)
  return {
    share: share === null ? null : plain(new Big(share)),
    recoverable: recoverable.toFixed(2),
    notRecoverable: taxes.minus(recoverable).toFixed(2),
    expense: new Big(amounts.grossAmount)
      .plus(amounts.reverseChargeTax ?? 0)
      .minus(recoverable)
      .toFixed(2),
  }
}
