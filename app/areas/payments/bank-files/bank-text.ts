/**
 * Text as banks take it: the Latin characters of the SEPA rulebooks (EPC217-08), which all payment systems keep. Others
 * become the nearest of them.
 */

const NEAREST: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '&': '+',
  '€': 'EUR',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  _: '-',
  '№': 'No',
  º: 'o',
}

const TAKEN = /[^a-zA-Z0-9/\-?:().,'+ ]/g

/** @param most characters that the field takes */
export function bankText(text: string, most: number): string {
  const near = [...text.normalize('NFC')].map((letter) => NEAREST[letter] ?? letter).join('')
  return (
    near
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/\s+/g, ' ')
      .replace(TAKEN, '.')
      // No field begins or ends with a slash, or has two together.
      .replace(/\/{2,}/g, '/')
      .slice(0, most)
      .replace(/^[/ ]+|[/ ]+$/g, '')
  )
}

/** The structured creditor reference (ISO 11649) that a text is, without blanks; null where it is none. */
export function creditorReference(text: string): string | null {
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(plain)) return null
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n ? plain : null
}

/** The countries whose accounts SEPA reaches (EPC409-09). */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** Whether a payment is a SEPA credit transfer: in euro, between accounts that SEPA reaches. */
export function isSepa(currency: string, ...ibans: string[]): boolean {
  return currency === 'EUR' && ibans.every((iban) => SEPA.has(iban.slice(0, 2)))
}
