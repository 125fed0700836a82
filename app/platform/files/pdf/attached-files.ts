import { unpacksSafely } from './deflate-bomb'
import type { PdfObject } from './object'
import type { PdfObjects } from './objects'
import { contentOf } from './stream-content'

/** A file inside a PDF. */
export interface AttachedFile {
  name: string
  /** Null when it is larger than what is taken out. */
  bytes: Uint8Array | null
}

const MB = 1024 * 1024
/** An e-invoice is far smaller. */
const MOST = 10 * MB
const MOST_TOGETHER = 64 * MB
const MOST_FILES = 200

/**
 * The files that a PDF holds, found by their specifications wherever these hang: some programs hang them where no reader
 * looks. Files that are encrypted, or packed in unusual ways that are no danger, are left out: a reader takes them out.
 */
export function attachedFiles(bytes: Uint8Array, { byNumber }: PdfObjects): AttachedFile[] {
  const files: AttachedFile[] = []
  const seen = new Set<PdfObject>()
  let together = 0
  for (const { text } of byNumber.values()) {
    const embedded = /\/EF\s*(?:<<([^<>]{0,500})>>|(\d+)\s+\d+\s+R)/.exec(text)
    if (!embedded) continue
    const list = embedded[1] ?? byNumber.get(Number(embedded[2]))?.text ?? ''
    const reference = /\/(?:UF|F)\s+(\d+)\s+\d+\s+R/.exec(list)?.[1]
    const object = reference === undefined ? undefined : byNumber.get(Number(reference))
    if (!object || seen.has(object) || files.length === MOST_FILES) continue
    seen.add(object)
    const name = nameIn(text.replace(embedded[0], ''))
    const content = together < MOST_TOGETHER ? contentOf(bytes, object, MOST) : 'too large'
    if (content === 'too large' || (content === null && !unpacksSafely(object)))
      files.push({ name, bytes: null })
    else if (content !== null && content !== 'broken') {
      together += content.bytes.length
      files.push({ name, bytes: content.bytes })
    }
  }
  return files
}

/** The file name of a specification: Unicode first. */
function nameIn(text: string): string {
  const found =
    /\/UF\s*(\((?:\\[\s\S]|[^\\()])*\)|<[\da-fA-F\s]*>)/.exec(text) ??
    /\/F\s*(\((?:\\[\s\S]|[^\\()])*\)|<[\da-fA-F\s]*>)/.exec(text)
  return found?.[1] ? stringOf(found[1]) : ''
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a PDF, literal or in hexadecimal; UTF-16 where it begins with its mark. */
function stringOf(written: string): string {
  const inside = written.slice(1, -1)
  const raw = written.startsWith('<')
    ? Buffer.from(inside.replace(/\s/g, ''), 'hex').toString('latin1')
    : inside.replace(/\\(\d{1,3}|\r?\n|[\s\S])/g, (_, escaped: string) =>
        /^\d/.test(escaped)
          ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
          : (ESCAPES[escaped] ?? escaped.replace(/^\r?\n$/, '')),
      )
  const bytes = Buffer.from(raw, 'latin1')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder('utf-8').decode(bytes)
  return raw
}
