import { checkIban } from '~/platform/values/accounts'
import { Big, type Decimal } from '~/platform/values/decimal'
import { ownValue } from '~/platform/values/own-value'
import { showDay, showExact, showFixed, showIban } from '~/platform/values/show'
import type { Labelled, Paths, Syntax } from './invoice-paths'
import {
  dayOfElement,
  decimalOf,
  elementsAt,
  rootNode,
  textOf,
  type XmlElement,
  type XmlNode,
} from './xml-tree'

/** Longest text in a table or pair; a longer one ends with an ellipsis. */
const MAX_LENGTH = 600
/** Elements along one path whose texts are shown together, such as two tax numbers or three address lines. */
const MAX_TOGETHER = 8

/** The texts of an invoice along the paths of its syntax, formatted for users; empty where there is none. */
export class InvoiceText {
  readonly whole: XmlNode

  constructor(
    root: XmlElement,
    readonly syntax: Syntax,
  ) {
    this.whole = rootNode(root)
  }

  all(from: XmlNode, paths: Paths): XmlNode[] {
    return paths.flatMap((path) => elementsAt(from, ...path.split('/')))
  }

  texts(from: XmlNode, paths: Paths): string[] {
    return this.all(from, paths)
      .slice(0, MAX_TOGETHER)
      .flatMap(({ element }) => {
        const text = textOf(element)
        return text === null ? [] : [cut(text, MAX_LENGTH)]
      })
  }

  text(from: XmlNode, paths: Paths): string {
    return this.texts(from, paths)[0] ?? ''
  }

  day(from: XmlNode, paths: Paths): string {
    for (const { element } of this.all(from, paths)) {
      const day = dayOfElement(element)
      if (day !== null) return showDay(day)
    }
    return ''
  }

  period(from: XmlNode, paths: { from: Paths; to: Paths }): string {
    const [first, last] = [this.day(from, paths.from), this.day(from, paths.to)]
    if (first && last) return `${first} to ${last}`
    return first ? `from ${first}` : last && `until ${last}`
  }

  /** With all decimals; a text that is not a number is shown as written. */
  figure(from: XmlNode, paths: Paths): string {
    const [first] = this.all(from, paths)
    const value = first && decimalOf(first.element)
    return value == null ? cut(this.text(from, paths), 40) : showExact(value)
  }

  /** With at least two decimals. */
  amount(from: XmlNode, paths: Paths): string {
    const [first] = this.all(from, paths)
    const value = first && decimalOf(first.element)
    return value == null ? this.figure(from, paths) : showMoney(value)
  }

  /** A quantity with its unit: "4 hours". */
  quantity(from: XmlNode, paths: Paths): string {
    const figure = this.figure(from, paths)
    const code = this.all(from, paths)[0]?.element.attributes.unitCode ?? ''
    const unit = ownValue(UNITS, code) ?? cut(code, 12)
    return [figure, figure === '1' ? unit.replace(/s$/, '') : unit].filter(Boolean).join(' ')
  }

  /** Labels with their values. */
  pairs(labelled: readonly Labelled[]): [string, string][] {
    return labelled.flatMap(([label, paths, kind = 'text']) => {
      const value =
        kind === 'day'
          ? this.day(this.whole, paths)
          : this.texts(this.whole, paths)
              .map((text) => (kind === 'account' ? account(text) : text))
              .join(', ')
      return value === '' ? [] : [[label, value]]
    })
  }

  /** Totals that are not zero. */
  totals(labelled: readonly Labelled[]): [string, string][] {
    return labelled.flatMap(([label, paths]) => {
      const value = this.amount(this.whole, paths)
      return value === '' || value === '0.00' ? [] : [[label, value]]
    })
  }

  address(of: XmlNode): string {
    const { street, city, country } = this.syntax.party
    const [streets, place, land] = [this.texts(of, street), this.texts(of, city), this.texts(of, country)]
    return [...streets, place.join(' '), ...land].filter(Boolean).join(', ')
  }
}

/** At least two decimals, more where there are more. */
export function showMoney(value: Decimal | Big): string {
  const plain = new Big(value).toFixed()
  return showFixed(plain, Math.max(2, plain.split('.')[1]?.length ?? 0))
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text
}

/** An IBAN in groups of four; any other number as written. */
function account(text: string): string {
  const { electronic, valid } = checkIban(text)
  return valid ? showIban(electronic) : text
}

/** The commonest codes of UNTDID 1001. */
const TYPES: Record<string, string> = {
  '81': 'Credit note',
  '83': 'Credit note for a financial adjustment',
  '261': 'Self-billed credit note',
  '262': 'Consolidated credit note',
  '296': 'Interim credit note',
  '308': 'Credit note of a del credere agent',
  '326': 'Partial invoice',
  '380': 'Commercial invoice',
  '381': 'Credit note',
  '383': 'Debit note',
  '384': 'Corrected invoice',
  '386': 'Prepayment invoice',
  '389': 'Self-billed invoice',
  '396': 'Credit note of a factor',
  '420': 'Credit note read by machine',
  '458': 'Reversal of a debit',
  '532': 'Credit note of a forwarder',
  '751': 'Invoice for accounting',
  '875': 'Partial construction invoice',
  '876': 'Partial final construction invoice',
  '877': 'Final construction invoice',
}
/** The kind of invoice; empty where the invoice does not give it. */
export const typeLabel = (code: string | null): string =>
  code ? (ownValue(TYPES, code) ?? `Type ${cut(code, 12)}`) : ''

/** Categories of VAT (UNCL 5305, as EN 16931 uses them). */
const TAXES: Record<string, string> = {
  S: 'Standard rate',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  O: 'Not subject to VAT',
  K: 'Supply within the EU',
  G: 'Export, not taxed',
  L: 'IGIC (Canary Islands)',
  M: 'IPSI (Ceuta, Melilla)',
}
/** The category of VAT, with the reason for exemption where the invoice gives one. */
export const taxLabel = (code: string, reason: string): string =>
  [ownValue(TAXES, code) ?? (cut(code, 40) || 'VAT'), reason].filter(Boolean).join(': ')

/** The commonest units of UN/ECE Recommendation 20; "one" (C62) is left out. */
const UNITS: Record<string, string> = {
  C62: '',
  ONE: '',
  H87: 'pieces',
  EA: 'pieces',
  XPP: 'pieces',
  LS: 'lump sum',
  SET: 'sets',
  HUR: 'hours',
  MIN: 'minutes',
  DAY: 'days',
  WEE: 'weeks',
  MON: 'months',
  ANN: 'years',
  P1: '%',
  KGM: 'kg',
  GRM: 'g',
  TNE: 't',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  LTR: 'l',
  KWH: 'kWh',
}
