import type { Day } from '~/platform/values/day'
import type { Dice } from './dice'

type Form = (number: string, day: Day) => string

/** Every supplier has its own way to number invoices, odd signs included. */
const FORMS: readonly Form[] = [
  (number, day) => `${day.slice(0, 4)}/${number}`,
  (number, day) => `FA-${day.slice(2, 4)}-${number}`,
  (number, day) => `RE ${day.slice(0, 4)}-${number}`,
  (number) => `INV${number}`,
  (number) => `INV-${number}`,
  (number) => `Facture nº ${number}`,
  (number, day) => `${day.replaceAll('-', '')}-${number}`,
  (number) => `Réf. ${number}/É`,
  (number) => `№ ${number} «A»`,
  (number) => `Rechnung ${number} (Kopie)`,
  (number) => `50%_${number}`,
  (number) => `\\${number}\\"b"`,
]
const USUAL = FORMS.slice(0, 7)

export function invoiceReference(number: number, day: Day, dice: Dice): string {
  const form = dice.chance(0.06) ? dice.one(FORMS) : dice.one(USUAL)
  return form(String(100_000 + ((number * 7_919) % 900_000)), day)
}

const COMMENTS: readonly string[] = [
  'Fees as agreed in the service agreement',
  'Split over all sub-funds by net assets',
  'Check the VAT number',
  'Paid in advance; see e-mail of the client',
  'Frais de traduction – prospectus, version août',
  'Gebühren gemäß Vertrag, „Anlage 3“',
  'Second half, first half was invoiced twice <see credit note>',
]

export function invoiceComment(dice: Dice): string {
  return dice.chance(0.3) ? dice.one(COMMENTS) : ''
}
