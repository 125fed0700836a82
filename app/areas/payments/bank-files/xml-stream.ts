import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { localAttributes, localName, type XmlElement } from '~/platform/einvoices/xml-tree'
import { encodingOf } from '~/platform/workbooks/xml'
import { BankFileFault } from './bank-file-fault'
import { BANK_FILE_LIMITS as LIMITS } from './bank-file-limits'

/** Takes the elements of a document while it is read, so that a large one is never held as a whole. */
export interface ElementTaker {
  /** An element begins. */
  open(element: XmlElement): void
  /** An element ends, with all its content. @param parent null for the root @returns true if it was used, and its parent need not hold it */
  close(element: XmlElement, parent: XmlElement | null): boolean
}

/** A document that is not XML, or is cut off. */
class NotWellFormed extends BankFileFault {
  constructor() {
    super('is not well-formed XML: it may be cut off or damaged.', 'Download it from the bank again.')
  }
}

const NONE: Readonly<Record<string, string>> = {}
const MAX_NAMES = 1_000

/**
 * Reads XML in pieces. Refuses document types, and all entities except the five of XML and character references.
 * @throws BankFileFault when it is not well-formed XML, declares a document type, or exceeds the limits
 */
export function readXmlStream(bytes: Uint8Array, taker: ElementTaker): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const open: XmlElement[] = []
  /** How many elements were held when each open element began. */
  const heldBefore: number[] = []
  let held = 0
  let elements = 0
  let attributes = 0
  const names = new Map<string, string>()
  const localOf = (name: string) => {
    let local = names.get(name)
    if (local === undefined) {
      local = localName(name)
      if (names.size < MAX_NAMES) names.set(name, local)
    }
    return local
  }
  parser.on('doctype', () => {
    throw new BankFileFault('declares a document type (DTD), which is not accepted.')
  })
  parser.on('attribute', () => {
    if (++attributes > LIMITS.attributes)
      throw new BankFileFault('has more attributes than a statement needs.')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    if (++elements > LIMITS.elements || ++held > LIMITS.heldElements || open.length >= LIMITS.depth)
      throw new BankFileFault('has more elements, or deeper ones, than a statement needs.')
    const element = { name: localOf(name), attributes: attributesOf(given), text: '', children: [] }
    taker.open(element)
    open.push(element)
    heldBefore.push(held - 1)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    const before = heldBefore.pop()
    if (!element || before === undefined) return
    element.text = element.text.trim()
    const parent = open.at(-1) ?? null
    if (taker.close(element, parent)) held = before
    else parent?.children.push(element)
  })
  const take = (text: string) => {
    const element = open.at(-1)
    if (element && element.text.length < LIMITS.text)
      element.text += text.slice(0, LIMITS.text - element.text.length)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  try {
    for (const piece of textPieces(bytes)) parser.write(piece)
    parser.close()
  } catch (error) {
    throw isOfParser(error) ? new NotWellFormed() : error
  }
}

/** The parser throws plain errors; refusals and errors of our own code have classes of their own. */
const isOfParser = (error: unknown) => error instanceof Error && error.constructor === Error

function attributesOf(given: object): Readonly<Record<string, string>> {
  for (const _ in given) return localAttributes(given as Record<string, unknown>)
  return NONE
}

const PIECE = 64 * 1024

/** The text of a document, without blanks before its declaration and the zeros that some programs leave at the end. */
function* textPieces(bytes: Uint8Array): Generator<string> {
  const declared = encodingOf(bytes)
  // Declared as UTF-8, or not declared, but written in the encoding of Windows.
  const encoding = declared === 'utf-8' && !isUtf8(bytes) ? 'windows-1252' : declared
  const decoder = new TextDecoder(encoding)
  const end = endOf(bytes, encoding.startsWith('utf-16') ? 2 : 1)
  let started = false
  for (let at = 0; at < end; at += PIECE) {
    const isLast = at + PIECE >= end
    const text = decoder.decode(bytes.subarray(at, Math.min(end, at + PIECE)), { stream: !isLast })
    const piece: string = started ? text : text.trimStart()
    started ||= piece !== ''
    yield piece
  }
}

/** Zero, tabulator, ends of lines, blank. */
const BLANKS = new Set<number | undefined>([0x00, 0x09, 0x0a, 0x0d, 0x20])

function endOf(bytes: Uint8Array, width: 1 | 2): number {
  let end = bytes.length
  while (end >= width && BLANKS.has(bytes[end - 1]) && BLANKS.has(bytes[end - width])) end -= width
  return end
}
