import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'

/** A supplier's invoice; all invented. */
export interface SupplierInvoice {
  seller: Party
  buyer: Party
  ref: string
  date: Day
  due: Day
  currency: string
  lines: { text: string; net: Decimal }[]
  /** In percent of net. */
  taxRate: Decimal
  /** The grand total, if printed wrongly; by default the correct sum. */
  wrongGross?: Decimal
  iban: string
  bic: string
}

export interface Party {
  name: string
  street: string
  city: string
  country: string
  vatNumber: string | null
}

/** Its client in another country owes the VAT (Directive 2006/112/EC, articles 44 and 196). */
export const isReverseCharged = ({ seller, buyer, taxRate }: SupplierInvoice): boolean =>
  taxRate === '0' && seller.country !== buyer.country

export interface Totals {
  net: Decimal
  taxes: Decimal
  gross: Decimal
}

/** The totals stated in the invoice, two decimals. */
export function totalsOf({ lines, taxRate, wrongGross }: SupplierInvoice): Totals {
  const net = sum(lines.map((line) => line.net))
  const taxes = net.times(taxRate).div(100).round(2, Big.roundHalfUp)
  return { net: net.toFixed(2), taxes: taxes.toFixed(2), gross: wrongGross ?? net.plus(taxes).toFixed(2) }
}
