import { isQrIban, isSepaIban } from '~/platform/values/accounts'
import { type StructuredReference, structuredReference } from '~/platform/values/payment-reference'
import type { Payment } from '../payment'

/** By which rules a payment goes: those of SEPA, or those of payments across borders and in other currencies. */

/** Longest names of payer and payee, in characters. */
export const MAX_NAME_LENGTHS = { sepa: 70, other: 140 }

export type Reached = Pick<Payment, 'currency' | 'invoiceRef' | 'paymentReference'> & {
  debtor: { iban: string }
  creditor: { iban: string }
}

/**
 * Whether a payment is a SEPA credit transfer: in euro, between accounts that SEPA reaches. Payments with a Swiss QR
 * reference are not: its rulebook has no place for it.
 */
export function isSepa(payment: Reached): boolean {
  const { currency, debtor, creditor } = payment
  return (
    currency === 'EUR' &&
    isSepaIban(debtor.iban) &&
    isSepaIban(creditor.iban) &&
    referenceOf(payment)?.kind !== 'QRR'
  )
}

/** Who pays its charges: each bank's own customer in SEPA, else as it was set, shared where nothing was. */
export function chargeBearerOf(payment: Reached & Pick<Payment, 'chargeBearer'>): string {
  if (isSepa(payment)) return 'SLEV'
  const { chargeBearer } = payment
  return chargeBearer === 'DEBT' || chargeBearer === 'CRED' ? chargeBearer : 'SHAR'
}

/**
 * The structured reference of a payment: the supplier's own, else its invoice's where the account is one that takes it.
 * Null where the payee gets a text.
 */
export function referenceOf({
  paymentReference,
  invoiceRef,
  creditor,
}: Pick<Reached, 'paymentReference' | 'invoiceRef' | 'creditor'>): StructuredReference | null {
  const isBelgian = creditor.iban.startsWith('BE')
  const own = structuredReference(paymentReference)
  if (own !== null && (own.kind !== 'BBA' || isBelgian)) return own
  if (paymentReference !== '')
    return isBelgian ? structuredReference(`+++${paymentReference.replace(/\D/g, '')}+++`) : null
  const found = structuredReference(invoiceRef)
  if (found === null || found.kind === 'SCOR') return found
  return (found.kind === 'QRR' ? isQrIban(creditor.iban) : isBelgian) ? found : null
}
