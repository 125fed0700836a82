import { type Day, dayOf } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import type { XmlElement } from './xml-tree'

/** What elements of e-invoices say, as values; null when they say nothing that can be understood. */

/** Lines and runs of blanks become one blank. */
export function textOf({ text }: XmlElement): string | null {
  return text.replace(/\s+/g, ' ').trim() || null
}

/** Three capital letters (ISO 4217). */
export function currencyOf({ text }: XmlElement): string | null {
  const code = text.toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** An xs:decimal, exact, in plain notation. */
export function decimalOf({ text }: XmlElement): Decimal | null {
  if (text.length > 40 || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return null
  const value = new Big(
    text
      .replace(/^\+/, '')
      .replace(/\.$/, '')
      .replace(/^(-?)\./, '$10.'),
  )
  return value.eq(0) ? '0' : plain(value)
}

/**
 * A day: "20260131" (UNTDID 2379 code 102, also with a time behind it), "2026-01-31" (also with time or zone), "31.01.2026",
 * and the codes 4 (DDMMCCYY), 2 (DDMMYY) and 101 (YYMMDD). The date stands in the element itself or in the one inside it.
 */
export function dayOfElement(element: XmlElement): Day | null {
  const holder = element.text === '' ? element.children[0] : element
  if (!holder) return null
  const { text, attributes } = holder
  return dayOfText(text, attributes.format ?? '')
}

function dayOfText(text: string, format: string): Day | null {
  const digits = /^\d+$/.test(text) ? text : ''
  const part = (from: number, to: number) => Number(digits.slice(from, to))
  if (digits.length === 8 && format === '4') return dayOf(part(4, 8), part(2, 4), part(0, 2))
  if (digits.length === 6 && format === '2') return dayOf(2000 + part(4, 6), part(2, 4), part(0, 2))
  if (digits.length === 6 && format === '101') return dayOf(2000 + part(0, 2), part(2, 4), part(4, 6))
  if ([8, 10, 12, 14].includes(digits.length)) return dayOf(part(0, 4), part(4, 6), part(6, 8))
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?![\d])/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const pointed = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  return pointed ? dayOf(Number(pointed[3]), Number(pointed[2]), Number(pointed[1])) : null
}
