import type { InvoiceRow } from '~/areas/invoices/invoice-row'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** An invoice that a budget counts, with what it counts of it. */
export interface AllocatedInvoice extends InvoiceRow {
  /** In the budget's currency, at the rate of the invoice date; null without a rate. */
  counted_amount: Decimal | null
  /** The budget's currency. */
  counted_currency: string
  /** What one unit of the invoice's currency is in the budget's, ten decimals; null in one currency or without a rate. */
  rate: Decimal | null
  /** Of which day that rate is; the older one where two rates make it. */
  rate_date: Day | null
}
