import { modulus97 } from '~/platform/values/accounts'

/** The references of suppliers by which their books match a payment, each with check digits. */

/** SCOR: creditor reference (ISO 11649). QRR: of a Swiss QR-bill. BBA: structured communication of Belgian banks. */
type ReferenceKind = 'SCOR' | 'QRR' | 'BBA'

export interface PaymentReference {
  kind: ReferenceKind
  /** Without blanks and signs. */
  reference: string
}

/** The structured reference that a text is; null where it is none. */
export function structuredReference(text: string): PaymentReference | null {
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (isCreditorReference(plain)) return { kind: 'SCOR', reference: plain }
  if (isQrReference(plain)) return { kind: 'QRR', reference: plain }
  const [, first = '', second = '', third = ''] =
    /^(?:\+{3}|\*{3})(\d{3})\/?(\d{4})\/?(\d{5})(?:\+{3}|\*{3})$/.exec(plain) ?? []
  const belgian = `${first}${second}${third}`
  return isBelgianReference(belgian) ? { kind: 'BBA', reference: belgian } : null
}

/** RF, two check digits and up to 21 characters (ISO 11649, modulus 97). */
function isCreditorReference(plain: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(plain) && modulus97(`${plain.slice(4)}${plain.slice(0, 4)}`) === 1
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

/** 27 digits, the last one by recursive modulus 10 (Swiss payment standards). */
function isQrReference(plain: string): boolean {
  if (!/^\d{27}$/.test(plain) || /^0+$/.test(plain)) return false
  const carry = [...plain.slice(0, -1)].reduce((at, digit) => CARRIES[(at + Number(digit)) % 10] ?? 0, 0)
  return (10 - carry) % 10 === Number(plain.at(-1))
}

/** Ten digits and their remainder by 97 in two, 97 for 0. */
function isBelgianReference(digits: string): boolean {
  if (!/^\d{12}$/.test(digits)) return false
  const remainder = Number(digits.slice(0, 10)) % 97
  return (remainder === 0 ? 97 : remainder) === Number(digits.slice(10))
}
