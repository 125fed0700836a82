import { getDocumentProxy } from 'unpdf'
import { contentOf, filtersOf, inflatedSize, type PdfObject, type PdfObjects } from './objects'

const MB = 1024 * 1024
/** Shorter streams inflate to a few MB at most. */
const SHORT = 8 * 1024
/** Most unpacked bytes of a stream: this many, or MAX_TIMES the packed length, whichever is larger. */
const MAX_BYTES = 64 * MB
const MAX_TIMES = 40
/**
 * The limit for the first unpacking of streams packed twice: no program has reason to do that, and a few KB could
 * become gigabytes.
 */
const MAX_TWICE = 100 * 1024
const MAX_TOGETHER = 512 * MB
const PACKING = /^\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)$/

/**
 * True when a file contains streams that unpack to far more than any document needs, so that opening it could exhaust
 * the machine's memory. Pictures are exempt: a blank page also unpacks like this, and nothing here draws it.
 */
export async function isDeflateBomb(bytes: Uint8Array, { all }: PdfObjects): Promise<boolean> {
  let together = 0
  for (const { text, stream } of all) {
    if (!stream || /\/Subtype\s*\/Image\b/.test(text)) continue
    const packed = filtersOf(text).filter((each) => PACKING.test(each))
    const length = stream.to - stream.from
    if (packed.length > 2) return true
    const most = packed.length === 2 ? MAX_TWICE : Math.max(MAX_BYTES, MAX_TIMES * length)
    if (packed.length === 0 || (packed.length === 1 && length < SHORT)) continue
    const size = await inflatedSize(bytes.subarray(stream.from, stream.to), most)
    together += size
    if (size > most || together > MAX_TOGETHER) return true
  }
  return false
}

/** True when a stream can be unpacked as it is: it cannot become much larger than in the file. */
function unpacksSafely({ text, stream }: PdfObject): boolean {
  const packed = filtersOf(text).filter((each) => PACKING.test(each))
  const length = stream ? stream.to - stream.from : 0
  return packed.length === 0 || (packed.length === 1 && length < SHORT)
}

/** A file inside a PDF. */
export interface AttachedFile {
  name: string
  /** Null when it is too large to be extracted. */
  bytes: Uint8Array | null
}

/** E-invoices are far smaller. */
const MAX_ATTACHED = 10 * MB
const MAX_ATTACHED_TOGETHER = 64 * MB
const MAX_FILES = 200

/**
 * The files inside a PDF, found by their file specifications anywhere: some programs put them where no reader looks.
 * Files that are encrypted, or packed in unusual but harmless ways, are left out: a reader extracts them.
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
    if (!object || seen.has(object) || files.length === MAX_FILES) continue
    seen.add(object)
    const name = nameIn(text.replace(embedded[0], ''))
    const content = together < MAX_ATTACHED_TOGETHER ? contentOf(bytes, object, MAX_ATTACHED) : 'too large'
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

type Opened = Awaited<ReturnType<typeof getDocumentProxy>>

/** What a PDF reader finds in a file that it could open. */
export interface OpenedPdf {
  /** Null when it could not be opened, or shows no page. */
  pages: number | null
  encrypted: boolean
  scripts: boolean
  files: AttachedFile[]
}

/** Pages searched for their own scripts; scripts on further pages are found through the objects. */
const PAGES_LOOKED_AT = 50

/**
 * Opens a PDF as a reader does: with its tables, encryption and pages. Never throws.
 * @param withFiles whether to extract attached files
 */
export async function openPdf(bytes: Uint8Array, withFiles: boolean): Promise<OpenedPdf> {
  const seen: OpenedPdf = { pages: null, encrypted: false, scripts: false, files: [] }
  // Damaged pages leave unhandled promise rejections, which would end the thread later, at an unrelated place.
  const ignore = () => {}
  process.on('unhandledRejection', ignore)
  let document: Opened | null = null
  try {
    // The reader takes ownership of the bytes.
    document = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      enableXfa: false,
      stopAtErrors: false,
    })
    await look(document, seen, withFiles)
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') seen.encrypted = true
  } finally {
    await document?.destroy().catch(ignore)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', ignore)
  }
  return seen
}

async function look(document: Opened, seen: OpenedPdf, withFiles: boolean): Promise<void> {
  const info: unknown = (await document.getMetadata().catch(() => null))?.info
  if (info && typeof info === 'object' && 'EncryptFilterName' in info)
    seen.encrypted = info.EncryptFilterName != null
  seen.scripts = (await document.getJSActions().catch(() => null)) !== null
  if (withFiles) seen.files = await filesOf(document)
  await document.getPage(1)
  seen.pages = document.numPages
  for (let at = 1; at <= Math.min(document.numPages, PAGES_LOOKED_AT) && !seen.scripts; at++) {
    const page = await document.getPage(at).catch(() => null)
    seen.scripts = page !== null && (await page.getJSActions().catch(() => null)) !== null
    page?.cleanup()
  }
}

async function filesOf(document: Opened): Promise<AttachedFile[]> {
  const files: unknown = await document.getAttachments().catch(() => null)
  if (!files || typeof files !== 'object') return []
  return Object.entries(files).flatMap(([name, file]: [string, unknown]) =>
    file && typeof file === 'object' && 'content' in file && file.content instanceof Uint8Array
      ? [
          {
            name: 'filename' in file && typeof file.filename === 'string' ? file.filename : name,
            bytes: file.content,
          },
        ]
      : [],
  )
}
