import { Big, type Decimal, sum } from '~/platform/values/decimal'

/** Credits of suppliers, which runs take off invoices of the same supplier, entity and currency. */

/** What is left of a credit. */
export interface OpenCredit {
  invoiceId: number
  invoiceRef: string
  supplierId: number
  settlingEntityId: number
  currency: string
  /** More than zero. */
  open: Decimal
}

/** What a payment takes off for a credit. */
export interface CreditShare {
  /** The invoice with the negative amount. */
  invoiceId: number
  invoiceRef: string
  /** More than zero. */
  amount: Decimal
}

/** An invoice that a run pays. */
export interface Creditable {
  id: number
  supplierId: number
  settlingEntityId: number
  currency: string
  /** What would be paid without credits. */
  amount: Decimal
  /** How its payee recognises the payment: a QR-bill is paid with exactly its amount, so no credit is taken off. */
  reference: 'text' | 'structured' | 'QR-bill'
}

/**
 * What each payment takes off for credits, by the id of its invoice, in the order of the invoices and of the credits. No
 * payment gets below zero, and of no credit more is taken than is left. Payments with a structured reference come
 * last, as they lose it to the text that names the credits.
 */
export function sharesOfCredits(
  invoices: readonly Creditable[],
  credits: readonly OpenCredit[],
): Map<number, CreditShare[]> {
  const left = new Map(credits.map(({ invoiceId, open }) => [invoiceId, new Big(open)]))
  const ordered = (['text', 'structured'] as const).flatMap((reference) =>
    invoices.filter((each) => each.reference === reference),
  )
  const shares = new Map<number, CreditShare[]>()
  for (const { id, supplierId, settlingEntityId, currency, amount } of ordered) {
    let toPay = new Big(amount)
    for (const credit of credits) {
      const open = left.get(credit.invoiceId) ?? new Big(0)
      const isIts =
        credit.supplierId === supplierId &&
        credit.settlingEntityId === settlingEntityId &&
        credit.currency === currency
      const taken = open.lt(toPay) ? open : toPay
      if (!isIts || taken.lte(0)) continue
      toPay = toPay.minus(taken)
      left.set(credit.invoiceId, open.minus(taken))
      const { invoiceId, invoiceRef } = credit
      shares.set(id, [...(shares.get(id) ?? []), { invoiceId, invoiceRef, amount: taken.toFixed(2) }])
    }
  }
  return shares
}

/** What is left of an amount after its credits. */
export const lessCredits = (amount: Decimal, credits: readonly CreditShare[]): Decimal =>
  new Big(amount).minus(sum(credits.map((credit) => credit.amount))).toFixed(2)
