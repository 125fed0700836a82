import { modulus97 } from './check-digits'

/**
 * The references by which suppliers recognise a payment. Those with check digits go to banks as structured references:
 * RF references (ISO 11649), Swiss QR references, and the structured communication of Belgium.
 */

/** The type of a structured reference in files for banks. */
type PaymentReferenceKind = 'SCOR' | 'QRR' | 'BBA'

interface CheckedPaymentReference {
  /** As it is stored: structured ones without blanks, those of Belgium as +++123/4567/89002+++. */
  reference: string
  /** Null for free text. */
  kind: PaymentReferenceKind | null
  /** Why its check digits are wrong, in a sentence; null where they are right, or there are none. */
  fault: string | null
}

export const MAX_PAYMENT_REFERENCE_LENGTH = 140

/** Checks a reference in any notation. */
export function checkPaymentReference(text: string): CheckedPaymentReference {
  const written = text.replace(/\s+/g, ' ').trim()
  const plain = written.replace(/ /g, '').toUpperCase()
  if (/^RF\d\d/.test(plain)) return creditorReference(plain, written)
  if (/^\d{27}$/.test(plain)) {
    const fault = `The check digit of the QR reference ${written} is wrong. Compare it with the invoice.`
    return { reference: plain, kind: 'QRR', fault: isQrReference(plain) ? null : fault }
  }
  const belgian = /^(\+{3}|\*{3}|)(\d{3})\/?(\d{4})\/?(\d{5})\1$/.exec(plain)
  if (belgian && /[/+*]/.test(plain)) return belgianReference(belgian.slice(2).join(''), written)
  return { reference: written, kind: null, fault: null }
}

/** A structured reference as files for banks have it: without blanks and signs. */
export interface StructuredReference {
  kind: PaymentReferenceKind
  reference: string
}

/** The structured reference that a text is; null for free text, and where the check digits are wrong. */
export function structuredReference(text: string): StructuredReference | null {
  const { reference, kind, fault } = checkPaymentReference(text)
  if (kind === null || fault !== null) return null
  return { kind, reference: kind === 'BBA' ? reference.replace(/\D/g, '') : reference }
}

function creditorReference(plain: string, written: string): CheckedPaymentReference {
  const checked = { reference: plain, kind: 'SCOR' as const }
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(plain))
    return {
      ...checked,
      fault: `${written} is not an RF reference: after RF and two digits come 1 to 21 letters and digits.`,
    }
  const isRight = modulus97(`${plain.slice(4)}${plain.slice(0, 4)}`) === 1
  return {
    ...checked,
    fault: isRight
      ? null
      : `The check digits of the RF reference ${written} are wrong. Compare it with the invoice.`,
  }
}

/** Each row is the one above it, moved by one place (modulo 10, recursive). */
const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

function isQrReference(digits: string): boolean {
  if (/^0+$/.test(digits)) return false
  let carry = 0
  for (const digit of digits.slice(0, -1)) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0
  return (10 - carry) % 10 === Number(digits.at(-1))
}

function belgianReference(digits: string, written: string): CheckedPaymentReference {
  const rest = Number(digits.slice(0, 10)) % 97
  const isRight = (rest === 0 ? 97 : rest) === Number(digits.slice(10))
  return {
    reference: `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`,
    kind: 'BBA',
    fault: isRight
      ? null
      : `The check digits of the reference ${written} are wrong. Compare it with the invoice.`,
  }
}
