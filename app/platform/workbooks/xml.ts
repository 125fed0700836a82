import { SaxesParser } from 'saxes'
import { broken, doctype, LIMITS } from './limits'
import type { Package } from './package'

export type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part by their local names: prefixes and namespaces do not matter. */
export interface XmlTaker {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Reads a part of the package as XML, in pieces. @throws DomainError when it is not well-formed XML */
export async function readXml(from: Package, part: string, taker: XmlTaker): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
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
  parser.on('doctype', () => {
    throw doctype(from.file)
  })
  parser.on('opentag', (tag) => {
    if (++depth > LIMITS.depth) throw broken(from.file)
    taker.open(localOf(tag.name), tag.attributes as Attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    taker.close?.(localOf(tag.name))
  })
  if (taker.text) {
    const take = taker.text.bind(taker)
    parser.on('text', take)
    parser.on('cdata', take)
  }
  let decoder: TextDecoder | null = null
  await from.read(part, (bytes) => {
    decoder ??= new TextDecoder(encodingOf(bytes))
    parser.write(decoder.decode(bytes, { stream: true }))
  })
  try {
    parser.write((decoder as TextDecoder | null)?.decode() ?? '').close()
  } catch {
    throw broken(from.file)
  }
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
