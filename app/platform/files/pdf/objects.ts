import { constants, createInflate, inflateSync } from 'node:zlib'

/** An object of a PDF: its text up to its stream, and where the stream's bytes are. */
export interface PdfObject {
  /** With unescaped names: "/J#53" is "/JS". */
  text: string
  stream: { from: number; to: number } | null
}

/** The inflated stream, or why not: larger than allowed, or not deflated data. */
export type Inflated = { bytes: Uint8Array } | 'too large' | 'broken'

/** Inflates to at most `most` bytes; truncated data gives the bytes before its end. */
function inflate(bytes: Uint8Array, most: number): Inflated {
  try {
    return { bytes: inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }) }
  } catch (error) {
    return error instanceof RangeError ? 'too large' : 'broken'
  }
}

/**
 * The inflated size of data, without keeping the bytes; counts only up to `most`, and in broken data only the bytes
 * before the fault.
 */
export async function inflatedSize(bytes: Uint8Array, most: number): Promise<number> {
  const inflating = createInflate({ chunkSize: 256 * 1024 })
  let size = 0
  try {
    inflating.end(bytes)
    for await (const chunk of inflating) {
      if (chunk instanceof Uint8Array) size += chunk.length
      if (size > most) break
    }
  } catch {
    // Broken from here on.
  } finally {
    inflating.destroy()
  }
  return size
}

/** The filters that a stream was written through, outermost first. */
export function filtersOf(text: string): string[] {
  return /\/Filter\s*(\[[^[\]]{0,200}\]|\/\w+)/.exec(text)?.[1]?.match(/\/\w+/g) ?? []
}

/** The content of an object's stream: as it is, or inflated. Null when it has another encoding. */
export function contentOf(bytes: Uint8Array, { text, stream }: PdfObject, most: number): Inflated | null {
  if (!stream) return null
  const data = bytes.subarray(stream.from, stream.to)
  const [filter, ...more] = filtersOf(text)
  if (more.length > 0 || /\/Predictor\s*(?!1\b)\d/.test(text)) return null
  if (filter === '/FlateDecode' || filter === '/Fl') return inflate(data, most)
  if (filter !== undefined) return null
  return data.length > most ? 'too large' : { bytes: data }
}

/** The objects in a file, found without its tables: broken and hostile files have objects too. */
export interface PdfObjects {
  /** All of them, including old versions and unused ones. */
  all: PdfObject[]
  /** By object number, the last version in the file. */
  byNumber: Map<number, PdfObject>
  /** False when the file has more objects than are examined, so its remaining content is unknown. */
  complete: boolean
}

/** More than all object streams of a normal file hold together. */
const OBJECT_STREAMS = 64 * 1024 * 1024
/** Dictionaries are shorter. */
const MAX_LENGTH = 1024 * 1024
/** More objects, and more text in total, than files of our size have. */
const MAX_OBJECTS = 400_000
const MAX_TEXT = 100 * 1024 * 1024
const MAX_UNESCAPED = 2 * 1024 * 1024
/** Numbers and offsets before the objects of an object stream. */
const MAX_INDEX_LENGTH = 2 * 1024 * 1024

/** Finds the objects of a PDF, including those in object streams, in one pass. Never throws. */
export function objectsOf(bytes: Uint8Array): PdfObjects {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const found: Finding = { all: [], byNumber: new Map(), complete: true, text: 0, unescaped: 0 }
  const next = (word: string) => finder(content, word)
  const stream = next('stream')
  const endStream = next('endstream')
  const endObject = next('endobj')
  const head = next('obj')
  let at = head(0)
  while (at < content.length && found.complete) {
    const number = /(\d{1,10})\s{1,9}\d{1,5}\s{1,9}$/.exec(content.slice(Math.max(0, at - 40), at))?.[1]
    const from = at + 'obj'.length
    if (number === undefined) {
      at = head(from)
      continue
    }
    const end = endObject(from)
    const data = stream(from)
    if (data < end || (data < content.length && end === content.length)) {
      const start = afterLineEnd(content, data + 'stream'.length)
      const text = content.slice(from, Math.min(data, from + MAX_LENGTH))
      const to = saidEnd(content, text, start) ?? endStream(start)
      add(found, Number(number), text, { from: start, to })
      at = head(to)
    } else {
      add(found, Number(number), content.slice(from, Math.min(end, from + MAX_LENGTH)), null)
      at = head(end + 'endobj'.length)
    }
  }
  let left = OBJECT_STREAMS
  for (const object of [...found.all])
    if (object.stream && left > 0 && /\/Type\s*\/ObjStm/.test(object.text))
      left -= unpack(bytes, object, found, left)
  return found
}

interface Finding extends PdfObjects {
  /** Characters so far, and how many of them were searched for escaped names. */
  text: number
  unescaped: number
}

function add(found: Finding, number: number, text: string, stream: PdfObject['stream']): void {
  found.text += text.length
  if (found.all.length >= MAX_OBJECTS || found.text > MAX_TEXT) {
    found.complete = false
    return
  }
  const escaped = text.includes('#') && found.unescaped < MAX_UNESCAPED
  if (escaped) found.unescaped += text.length
  const named = escaped
    ? text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  const object = { text: named, stream }
  found.all.push(object)
  found.byNumber.set(number, object)
}

/** Adds the objects of an object stream, preceded by pairs of number and offset. Returns the number of bytes used. */
function unpack(bytes: Uint8Array, holder: PdfObject, found: Finding, most: number): number {
  const content = contentOf(bytes, holder, most)
  if (content === 'too large') return most
  if (content === null || content === 'broken') return 0
  const text = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.length).toString(
    'latin1',
  )
  const first = Number(/\/First\s+(\d+)/.exec(holder.text)?.[1] ?? 0)
  const pairs = text.slice(0, Math.min(first, MAX_INDEX_LENGTH)).match(/\d+/g) ?? []
  for (let at = 0; at + 1 < pairs.length && found.complete; at += 2) {
    const from = first + Number(pairs[at + 1])
    const end = first + Number(pairs[at + 3] ?? text.length)
    add(
      found,
      Number(pairs[at]),
      text.slice(from, Math.min(end < from ? text.length : end, from + MAX_LENGTH)),
      null,
    )
  }
  return text.length
}

/** The end of a stream by its declared length, where that is correct: the content may contain streams. */
function saidEnd(content: string, text: string, start: number): number | null {
  const declared = /\/Length\s+(\d+)\b(?!\s+\d+\s+R)/.exec(text)?.[1]
  if (declared === undefined) return null
  const to = start + Number(declared)
  return /^\s{0,9}endstream/.test(content.slice(to, to + 20)) ? to : null
}

/** The next position of a word at or after a position, else the end. With rising positions the text is scanned once. */
function finder(content: string, word: string): (from: number) => number {
  let at = -1
  return (from) => {
    if (at < from) {
      at = content.indexOf(word, from)
      if (at === -1) at = content.length
    }
    return at
  }
}

function afterLineEnd(content: string, at: number): number {
  if (content.startsWith('\r\n', at)) return at + 2
  return content[at] === '\n' || content[at] === '\r' ? at + 1 : at
}
