import { SaxesParser } from 'saxes'
import { type Day, dayOf } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { encodingOf } from '~/platform/workbooks/xml'
import type { Found } from './einvoice'

/** An element by its local name: prefixes and namespaces do not matter. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Its own text, trimmed; empty where it is longer than any value (an attachment in base 64, say). */
  text: string
  children: XmlElement[]
}

/** XML that cannot be read; the message completes a sentence that begins with the file. */
export class XmlRefusal extends Error {}

/** Far above invoices of thousands of lines; low enough not to burden a thread. */
export const XML_LIMITS = {
  bytes: 10 * 1024 * 1024,
  elements: 300_000,
  attributes: 300_000,
  depth: 60,
  text: 2_000,
}

interface TreeOptions {
  /** Elements whose text is kept at any length, by their local names. */
  whole?: ReadonlySet<string>
}

const NONE: Readonly<Record<string, string>> = {}

/**
 * Reads XML into a tree. Refuses document types, and all entities except the five of XML and character references.
 * @throws XmlRefusal when it is not well-formed XML, declares a document type, or exceeds the limits
 */
export function readXmlTree(bytes: Uint8Array, { whole }: TreeOptions = {}): XmlElement {
  if (bytes.length > XML_LIMITS.bytes) throw new XmlRefusal('is larger than 10 MB.')
  const parser = new SaxesParser({ xmlns: false, position: false })
  const longest = (name: string) => (whole?.has(name) ? bytes.length : XML_LIMITS.text)
  const outside: XmlElement = { name: '', attributes: NONE, text: '', children: [] }
  const open: XmlElement[] = [outside]
  let elements = 0
  let attributes = 0
  parser.on('doctype', () => {
    throw new XmlRefusal('declares a document type (DTD), which is not accepted.')
  })
  parser.on('attribute', () => {
    if (++attributes > XML_LIMITS.attributes)
      throw new XmlRefusal('has more attributes than an invoice needs.')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    if (++elements > XML_LIMITS.elements || open.length > XML_LIMITS.depth)
      throw new XmlRefusal('has more elements than an invoice needs.')
    const element = { name: localName(name), attributes: localAttributes(given), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) element.text = element.text.length > longest(element.name) ? '' : element.text.trim()
  })
  const take = (text: string) => {
    const element = open.at(-1)
    // One character over the limit shows that there was more.
    if (element && element !== outside && element.text.length <= longest(element.name))
      element.text += text.slice(0, longest(element.name) + 1)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  try {
    parser.write(decodedText(bytes)).close()
  } catch (error) {
    throw error instanceof XmlRefusal ? error : new XmlRefusal('is not well-formed XML.')
  }
  const [root] = outside.children
  if (!root) throw new XmlRefusal('is not well-formed XML.')
  return root
}

/** The root element of an invoice begins within this many bytes. */
export const LOOKED_AT = 64 * 1024

/** The local name and namespace of the root element, from the first bytes; null when they are not XML. */
export function rootOf(bytes: Uint8Array): { name: string; namespace: string } | null {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let root: { name: string; namespace: string } | null = null
  const found = new XmlRefusal('was only looked at.')
  parser.on('opentag', ({ name, attributes }) => {
    const prefix = name.includes(':') ? `:${name.slice(0, name.indexOf(':'))}` : ''
    const namespace: unknown = (attributes as Record<string, unknown>)[`xmlns${prefix}`]
    root = { name: localName(name), namespace: typeof namespace === 'string' ? namespace : '' }
    throw found
  })
  try {
    parser.write(decodedText(bytes.subarray(0, LOOKED_AT), { stream: true }))
  } catch {
    // The root was found, or the text is not XML and has none.
  }
  return root
}

/** Drops blanks before the declaration, and zeros that some programs leave at the end. */
function decodedText(bytes: Uint8Array, how?: { stream: boolean }): string {
  const encoding = encodingOf(bytes)
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes, how)
  } catch {
    // Declared as UTF-8, or not declared, but written in the encoding of Windows.
    text = new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes)
  }
  // A loop: a regular expression ending in "$" would rescan a run of blanks from each of its blanks.
  let end = text.length
  while (end > 0 && /[\s\0]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end).trimStart()
}

/** Without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Without their prefixes; declarations of namespaces are left out. */
export function localAttributes(attributes: Record<string, unknown>): Readonly<Record<string, string>> {
  let local: Record<string, string> | null = null
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string' || name.startsWith('xmlns')) continue
    local ??= {}
    local[localName(name)] = value
  }
  return local ?? NONE
}

/** An element and its path below the root. */
export interface XmlNode {
  element: XmlElement
  path: readonly string[]
}

/** The root of a document; its name is not part of paths. */
export function rootNode(element: XmlElement): XmlNode {
  return { element, path: [] }
}

/** All elements along a path below an element, in document order. Each step is a name, or alternatives: "A|B". */
export function elementsAt(from: XmlNode, ...steps: string[]): XmlNode[] {
  let found = [from]
  for (const step of steps) {
    const names = step.split('|')
    found = found.flatMap(({ element, path }) =>
      element.children
        .filter(({ name }) => names.includes(name))
        .map((child) => ({ element: child, path: [...path, child.name] })),
    )
  }
  return found
}

/** The first element along a path for which `of` returns a value, with that value; undefined if there is none. */
export function firstOf<Value>(
  candidates: readonly XmlNode[],
  of: (element: XmlElement) => Value | null,
): Found<Value> | undefined {
  for (const { element, path } of candidates) {
    const value = of(element)
    if (value !== null) return { value, source: path.join(' › ') }
  }
  return undefined
}

/** The values of elements of e-invoices; null when they cannot be understood. */

/** Collapses line breaks and runs of blanks into one blank. */
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
 * A day: "20260131" (UNTDID 2379 code 102, also followed by a time), "2026-01-31" (also with time or zone),
 * "31.01.2026", and the codes 4 (DDMMCCYY), 2 (DDMMYY) and 101 (YYMMDD). The date is in the element itself or in its
 * child.
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
