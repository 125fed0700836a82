import type { XmlTaker } from './xml-taker'

/** XML as spreadsheet programs write it. */
const DECLARATION =
  /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][\w.-]*\2)?(?: standalone=(["'])(?:yes|no)\3)?[ \t\r\n]*\?>[ \t\r\n]*/
/** Control characters other than tab and line feed: refused in XML, or changed by it. */
const UNUSUAL = /[^\t\n\P{Cc}]|[\ufffe\uffff]/u
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/
const ENTITY = /&(amp|lt|gt|quot|apos);/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const TAB = 9
const LINE_FEED = 10
const SPACE = 32
const DOUBLE_QUOTE = 34
const AMPERSAND = 38
const SINGLE_QUOTE = 39
const SLASH = 47
const LESS = 60
const EQUALS = 61
const GREATER = 62

/** Where something was not plain. */
const NOT_PLAIN = -1
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

/**
 * Reads tags and text as spreadsheet programs write them, several times faster than a parser that knows all of XML: a
 * sheet has hundreds of thousands of elements, and most of the time of opening a workbook went into them. What it does not
 * know (comments, CDATA, character references, odd blanks) and whatever is not well-formed it leaves, unread, to the parser.
 */
export class PlainXml {
  private readonly open: string[] = []
  private declaration = ''
  private hasBegun = false
  private hasRoot = false

  constructor(private readonly taker: XmlTaker) {}

  /**
   * Reads the next piece of the document, which ends with a tag.
   * @returns where the first thing stands that is not plain, from which on a parser must read; -1 for none
   */
  read(piece: string): number {
    let at = this.begin(piece)
    if (UNUSUAL.test(at === 0 ? piece : piece.slice(at)) || piece.includes(']]>')) return at
    const hasEntities = piece.includes('&')
    while (at < piece.length) {
      const tag = piece.indexOf('<', at)
      const end = tag < 0 ? piece.length : tag
      if (end > at && !this.readText(piece.slice(at, end), hasEntities)) return at
      if (tag < 0) break
      at = piece.charCodeAt(tag + 1) === SLASH ? this.readClosing(piece, tag) : this.readOpening(piece, tag)
      if (at === NOT_PLAIN) return tag
    }
    return NOT_PLAIN
  }

  /** What brings a parser to where this one stands. */
  before(): string {
    const elements = this.hasRoot && this.open.length === 0 ? '<a/>' : this.open.map((name) => `<${name}>`)
    return [this.declaration, ...elements].join('')
  }

  /** @returns where the document begins in its first piece, after its declaration; 0 in all others */
  private begin(piece: string): number {
    if (this.hasBegun) return 0
    this.hasBegun = true
    const [declared = ''] = DECLARATION.exec(piece) ?? []
    if (declared !== '') this.declaration = '<?xml version="1.0"?>'
    return declared.length
  }

  private readText(text: string, hasEntities: boolean): boolean {
    if (this.open.length === 0) return this.hasRoot && /^[ \t\n]*$/.test(text)
    if (!hasEntities || !text.includes('&')) {
      this.taker.text?.(text)
      return true
    }
    if (UNKNOWN_ENTITY.test(text)) return false
    this.taker.text?.(text.replace(ENTITY, (_, name: string) => ENTITIES[name] ?? ''))
    return true
  }

  /** @returns where the tag ends */
  private readClosing(piece: string, tag: number): number {
    const name = this.open.at(-1)
    if (name === undefined || !piece.startsWith(name, tag + 2)) return NOT_PLAIN
    const end = tag + 2 + name.length
    if (piece.charCodeAt(end) !== GREATER) return NOT_PLAIN
    this.open.pop()
    this.taker.close?.(name)
    return end + 1
  }

  /** @returns where the tag ends */
  private readOpening(piece: string, tag: number): number {
    const nameEnd = endOfName(piece, tag + 1)
    if (nameEnd === tag + 1 || (this.hasRoot && this.open.length === 0)) return NOT_PLAIN
    const name = piece.slice(tag + 1, nameEnd)
    let attributes: Record<string, string> | null = null
    let at = nameEnd
    for (;;) {
      const code = piece.charCodeAt(at)
      if (code === GREATER || (code === SLASH && piece.charCodeAt(at + 1) === GREATER)) {
        this.hasRoot = true
        this.taker.open(name, attributes ?? NO_ATTRIBUTES)
        if (code === GREATER) this.open.push(name)
        else this.taker.close?.(name)
        return code === GREATER ? at + 1 : at + 2
      }
      if (!isBlank(code)) return NOT_PLAIN
      at += 1
      const keyEnd = endOfName(piece, at)
      // A blank before the end of the tag, or several of them.
      if (keyEnd === at) continue
      const valueEnd = endOfValue(piece, keyEnd)
      const key = piece.slice(at, keyEnd)
      attributes ??= {}
      // Twice the same attribute, or one that every object has.
      if (valueEnd === NOT_PLAIN || attributes[key] !== undefined) return NOT_PLAIN
      attributes[key] = piece.slice(keyEnd + 2, valueEnd)
      at = valueEnd + 1
    }
  }
}

const isBlank = (code: number) => code === SPACE || code === LINE_FEED || code === TAB

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95

/** Digits and the colon, the full stop and the hyphen. */
const isInName = (code: number) => isLetter(code) || (code >= 48 && code <= 58) || code === 45 || code === 46

/** Where a name ends that begins here; the same place where none does. */
function endOfName(piece: string, begin: number): number {
  if (!isLetter(piece.charCodeAt(begin))) return begin
  let at = begin + 1
  while (isInName(piece.charCodeAt(at))) at += 1
  return at
}

/** Where the quotation mark after the value of an attribute stands, whose name ends here. */
function endOfValue(piece: string, keyEnd: number): number {
  const quote = piece.charCodeAt(keyEnd + 1)
  if (piece.charCodeAt(keyEnd) !== EQUALS || (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE))
    return NOT_PLAIN
  for (let at = keyEnd + 2; at < piece.length; at += 1) {
    const code = piece.charCodeAt(at)
    if (code === quote) return at
    if (code === LESS || code === AMPERSAND || code === LINE_FEED || code === TAB) return NOT_PLAIN
  }
  return NOT_PLAIN
}
