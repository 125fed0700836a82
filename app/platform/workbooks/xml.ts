import { SaxesParser } from 'saxes'
import { broken, doctype, LIMITS } from './limits'
import type { Package } from './package'
import { PlainXml } from './plain-xml'
import type { Attributes, XmlTaker } from './xml-taker'

/** Reads a part of the package as XML, in pieces. @throws DomainError when it is not well-formed XML */
export async function readXml(from: Package, part: string, taker: XmlTaker): Promise<void> {
  const reading = new XmlReading(localTaker(taker, from.file), from.file)
  await from.read(part, (bytes) => reading.write(bytes))
  try {
    reading.end()
  } catch {
    throw broken(from.file)
  }
}

/** Passes elements on by their local names, and refuses those that are too deep. */
function localTaker(taker: XmlTaker, file: string): XmlTaker {
  const locals = new Map<string, string>()
  const localOf = (name: string) => {
    let local = locals.get(name)
    if (local === undefined) {
      local = name.slice(name.indexOf(':') + 1)
      if (locals.size < 1000) locals.set(name, local)
    }
    return local
  }
  let depth = 0
  return {
    open(name, attributes) {
      if (++depth > LIMITS.depth) throw broken(file)
      taker.open(localOf(name), attributes)
    },
    close(name) {
      depth--
      taker.close?.(localOf(name))
    },
    ...(taker.text ? { text: taker.text.bind(taker) } : {}),
  }
}

const END_OF_TAG = 62
/** Longer texts and tags are left to the parser, which takes them in parts. */
const MAX_REST = 64 * 1024

/** A document that arrives in pieces: one in UTF-8 is read tag by tag as long as it is plain, then by a parser. */
class XmlReading {
  private plain: PlainXml | null = null
  private parser: SaxesParser | null = null
  private decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** What follows the last tag, until the next one is there. */
  private rest: Uint8Array = new Uint8Array()

  constructor(
    private readonly taker: XmlTaker,
    private readonly file: string,
  ) {}

  write(bytes: Buffer): void {
    const own = this.plain || this.parser ? bytes : this.begin(bytes)
    if (this.parser) this.parser.write(this.decoder.decode(own, { stream: true }))
    else if (this.plain) this.readTags(own, this.plain)
  }

  end(): void {
    const parser = this.parser ?? this.handOver('')
    parser.write(this.decoder.decode()).close()
  }

  /** @returns the first bytes without a byte order mark */
  private begin(bytes: Buffer): Buffer {
    const encoding = encodingOf(bytes)
    if (encoding === 'utf-8') {
      this.plain = new PlainXml(this.taker)
      return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
    }
    this.decoder = new TextDecoder(encoding)
    this.handOver('')
    return bytes
  }

  /** Up to the end of a tag no letter is cut in two: the bytes are decoded at once, which is faster than as a stream. */
  private readTags(bytes: Buffer, plain: PlainXml): void {
    const end = bytes.lastIndexOf(END_OF_TAG) + 1
    if (end === 0) {
      this.rest = Buffer.concat([this.rest, bytes])
      if (this.rest.length > MAX_REST) this.handOver('')
      return
    }
    const piece = this.decoder.decode(Buffer.concat([this.rest, bytes.subarray(0, end)]))
    this.rest = bytes.subarray(end)
    const at = plain.read(piece)
    if (at >= 0) this.handOver(piece.slice(at))
  }

  /** Leaves what was not read yet to a parser. */
  private handOver(text: string): SaxesParser {
    const parser = new SaxesParser({ xmlns: false, position: false })
    parser.write(this.plain?.before() ?? '')
    listen(parser, this.taker, this.file)
    parser.write(text)
    if (this.rest.length > 0) parser.write(this.decoder.decode(this.rest, { stream: true }))
    this.parser = parser
    return parser
  }
}

function listen(parser: SaxesParser, taker: XmlTaker, file: string): void {
  parser.on('doctype', () => {
    throw doctype(file)
  })
  parser.on('opentag', ({ name, attributes }) => taker.open(name, attributes as Attributes))
  parser.on('closetag', ({ name }) => taker.close?.(name))
  const { text } = taker
  if (!text) return
  parser.on('text', text)
  parser.on('cdata', text)
}

/** The value of an attribute whose local name is `name`, whatever its prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const direct = attributes[name]
  if (direct !== undefined) return direct
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key]
  return undefined
}

/** The encoding of an XML document: from its first bytes, else its declaration, else UTF-8; a label of TextDecoder. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[1] === 0 && bytes[0] === 0x3c) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]
  if (!declared || /^utf-?16/i.test(declared)) return 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}
