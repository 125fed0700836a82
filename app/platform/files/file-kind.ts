import { isUtf8 } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import { isInvoiceXml } from '~/platform/einvoices/read-einvoice'
import { DomainError } from '~/platform/values/domain-error'
import { displayName, type Family, type FileKind, KINDS } from './file-types'
import type { Accepted } from './upload-rules'

/** Extensions allowed for a content, so that no other program opens it; text may have only harmless ones. */
export const EXTENSIONS: Record<Family, readonly string[]> = {
  pdf: ['pdf'],
  excel: ['xls', 'xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm', 'xlam'],
  word: ['doc', 'docx', 'docm', 'dotx', 'dotm', 'rtf'],
  powerpoint: ['ppt', 'pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  text: ['txt', 'text', 'csv', 'tsv', 'log', 'md', 'dat', 'asc', 'prn'],
  'e-invoice': ['xml'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'tif', 'tiff', 'bmp', 'heic'],
  protected: [],
  other: [],
}

/**
 * Refuses a file whose content is not of an accepted kind, or whose name would let another program open it.
 * @returns its kind
 * @throws DomainError naming the file, its kind, and what to do
 */
export async function acceptedKind(
  file: { fileName: string; bytes: Uint8Array },
  { families, extensions, formats }: Accepted,
  title = 'Upload Error',
): Promise<FileKind> {
  const kind = await kindOf(file.bytes)
  const shown = displayName(file.fileName)
  const refuse = (message: string) => new DomainError('invalid', message, { title })
  if (kind.family === 'protected')
    throw refuse(`The file "${shown}" is protected by a password. Remove the password and try again.`)
  const isAccepted = (extension: string) => extensions?.includes(extension) ?? true
  if (!families.includes(kind.family) || !isAccepted(kind.extension))
    throw refuse(`“${shown}” is ${kind.label}. Choose a ${formats} file.`)
  const extension = /\.([^./\\]*)$/.exec(file.fileName)?.[1]?.trim().toLowerCase()
  const allowed = EXTENSIONS[kind.family].filter(isAccepted)
  if (extension !== undefined && !allowed.includes(extension))
    throw refuse(
      `“${shown}” is ${kind.label}, but its name ends in ".${displayName(extension)}". Save it with the extension .${kind.extension} and try again.`,
    )
  return kind
}

/** Compound files ([MS-CFB]): the old Office formats, Outlook messages, and encrypted new ones ([MS-OFFCRYPTO]). */

const ENTRY = 128
const END = 0xfffffffa
const MAX_SECTORS = 4_096

/** The kind of a compound file, by the streams in its root storage (those of embedded objects do not count). */
function oleKind(content: Buffer): FileKind {
  const names = rootNames(content)
  if (names.has('EncryptedPackage') || names.has('EncryptionInfo')) return KINDS.protected
  if (names.has('Workbook') || names.has('Book')) return KINDS.xls
  if (names.has('WordDocument')) return KINDS.doc
  if (names.has('PowerPoint Document')) return KINDS.ppt
  if (names.has('__properties_version1.0')) return KINDS.msg
  return KINDS.ole
}

function rootNames(content: Buffer): Set<string> {
  const directory = directoryOf(content)
  const names = new Set<string>()
  if (directory.length < ENTRY) return names
  const seen = new Set<number>()
  const waiting = [directory.readUInt32LE(76)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const at = id * ENTRY
    if (id >= END || seen.has(id) || at + ENTRY > directory.length) continue
    seen.add(id)
    const length = Math.min(64, directory.readUInt16LE(at + 64))
    names.add(directory.toString('utf16le', at, at + Math.max(0, length - 2)))
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return names
}

/** The sectors of the directory, joined; in a damaged file, as far as they can be followed. */
function directoryOf(content: Buffer): Buffer {
  if (content.length < 512) return Buffer.alloc(0)
  const shift = content.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return Buffer.alloc(0)
  const size = 1 << shift
  const sector = (id: number) => content.subarray((id + 1) * size, (id + 2) * size)
  const found: Buffer[] = []
  const seen = new Set<number>()
  let id = content.readUInt32LE(48)
  while (id < END && !seen.has(id) && seen.size < MAX_SECTORS) {
    seen.add(id)
    const bytes = sector(id)
    if (bytes.length < ENTRY) break
    found.push(bytes)
    id = nextSector(content, sector, id, size)
  }
  return Buffer.concat(found)
}

/** The file allocation table names each sector's next one; the header lists where its first 109 sectors are. */
function nextSector(content: Buffer, sector: (id: number) => Buffer, id: number, size: number): number {
  const perSector = size / 4
  const place = Math.floor(id / perSector)
  if (place >= 109) return END
  const table = sector(content.readUInt32LE(76 + place * 4))
  const at = (id % perSector) * 4
  return at + 4 <= table.length ? table.readUInt32LE(at) : END
}

/** Office Open XML (ECMA-376 part 2): a zip whose [Content_Types].xml gives the type of its main part. */

const MAX_ENTRIES = 20_000
const MAX_TYPES_BYTES = 1024 * 1024

/** Maps the content type of the main part, without "application/" and the ending, to the kind. */
const MAIN_PARTS: readonly (readonly [string, FileKind])[] = [
  ['vnd.openxmlformats-officedocument.spreadsheetml.sheet.main', KINDS.xlsx],
  ['vnd.ms-excel.sheet.macroEnabled.main', KINDS.xlsm],
  ['vnd.openxmlformats-officedocument.spreadsheetml.template.main', KINDS.xltx],
  ['vnd.ms-excel.template.macroEnabled.main', KINDS.xltm],
  ['vnd.ms-excel.addin.macroEnabled.main', KINDS.xlam],
  ['vnd.ms-excel.sheet.binary.macroEnabled.main', KINDS.xlsb],
  ['vnd.openxmlformats-officedocument.wordprocessingml.document.main', KINDS.docx],
  ['vnd.openxmlformats-officedocument.wordprocessingml.template.main', KINDS.dotx],
  ['vnd.ms-word.document.macroEnabled.main', KINDS.docm],
  ['vnd.ms-word.template.macroEnabled.main', KINDS.dotm],
  ['vnd.openxmlformats-officedocument.presentationml.presentation.main', KINDS.pptx],
  ['vnd.openxmlformats-officedocument.presentationml.slideshow.main', KINDS.ppsx],
  ['vnd.openxmlformats-officedocument.presentationml.template.main', KINDS.potx],
  ['vnd.ms-powerpoint.presentation.macroEnabled.main', KINDS.pptm],
  ['vnd.ms-powerpoint.slideshow.macroEnabled.main', KINDS.ppsm],
  ['vnd.ms-powerpoint.template.macroEnabled.main', KINDS.potm],
]

/** The kind of an Office file; null for any other zip, or one whose directory or types cannot be read. */
function openXmlKind(content: Buffer): FileKind | null {
  const entry = entryNamed(content, '[content_types].xml')
  const types = entry && inflated(content, entry)
  if (!types) return null
  const text = new TextDecoder(types[0] === 0xff ? 'utf-16le' : 'utf-8').decode(types).toLowerCase()
  for (const [part, kind] of MAIN_PARTS) if (text.includes(`application/${part.toLowerCase()}`)) return kind
  return null
}

interface Entry {
  method: number
  packedSize: number
  localAt: number
}

/** Looks a name up in the central directory, which is at the end of the file. */
function entryNamed(content: Buffer, wanted: string): Entry | null {
  const end = content.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 22 > content.length) return null
  let at = content.readUInt32LE(end + 16)
  for (let count = 0; count < MAX_ENTRIES; count++) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return null
    const nameLength = content.readUInt16LE(at + 28)
    const name = content.toString('utf8', at + 46, at + 46 + nameLength)
    if (name.toLowerCase() === wanted)
      return {
        method: content.readUInt16LE(at + 10),
        packedSize: content.readUInt32LE(at + 20),
        localAt: content.readUInt32LE(at + 42),
      }
    at += 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return null
}

function inflated(content: Buffer, { method, packedSize, localAt }: Entry): Buffer | null {
  if (localAt + 30 > content.length || content.readUInt32LE(localAt) !== 0x04034b50) return null
  const from = localAt + 30 + content.readUInt16LE(localAt + 26) + content.readUInt16LE(localAt + 28)
  const packed = content.subarray(from, from + packedSize)
  if (packed.length > MAX_TYPES_BYTES) return null
  if (method === 0) return packed
  if (method !== 8) return null
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_TYPES_BYTES })
  } catch {
    return null
  }
}

const LINES = 20
const SAMPLE = 64 * 1024

/** Text without control characters, in UTF-8, UTF-16 with its mark, or Windows Latin; null for anything else. */
function textKind(content: Buffer): FileKind | null {
  const charset = charsetOf(content)
  if (!charset) return null
  const sample = new TextDecoder(charset).decode(content.subarray(0, SAMPLE))
  return { ...(isCsv(sample) ? KINDS.csv : KINDS.txt), charset }
}

function charsetOf(content: Buffer): FileKind['charset'] | null {
  if (content[0] === 0xff && content[1] === 0xfe) return isPrintable(content, 'utf-16le') ? 'utf-16le' : null
  if (content[0] === 0xfe && content[1] === 0xff) return isPrintable(content, 'utf-16be') ? 'utf-16be' : null
  for (const byte of content) if (isControl(byte)) return null
  return isUtf8(content) ? 'utf-8' : windowsLatin(content)
}

function isPrintable(content: Buffer, charset: 'utf-16le' | 'utf-16be'): boolean {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(content)
    return !/[^\P{Cc}\t\n\f\r\u0085]/u.test(text)
  } catch {
    return false
  }
}

function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d)
}

/** Bytes undefined in Windows-1252: the content is not Latin text. */
const EMPTY_IN_WINDOWS = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function windowsLatin(content: Buffer): 'windows-1252' | null {
  let beyondAscii = 0
  for (const byte of content) {
    if (EMPTY_IN_WINDOWS.has(byte)) return null
    if (byte >= 0x80) beyondAscii++
  }
  // Half of compressed or encrypted bytes are beyond ASCII; Western text has few such bytes.
  return beyondAscii <= content.length * 0.3 ? 'windows-1252' : null
}

/** At least two lines, each with the same number of one separator. */
function isCsv(text: string): boolean {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
  if (lines.length < 2) return false
  // The sample may end in the middle of a line.
  const whole = text.length >= SAMPLE / 4 && lines.length < LINES ? lines.slice(0, -1) : lines
  return [';', ',', '\t', '|'].some((separator) => {
    const counts = whole.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1)
    return (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0])
  })
}

/** Some formats have their signature far from the start; reading more would only give a hostile file more to parse. */
const HEAD_BYTES = 1024 * 1024
const PDF_WITHIN = 1024

/** The kind of a file, by its content alone, never by its name or the type that the sender gave. Never throws. */
export async function kindOf(bytes: Uint8Array): Promise<FileKind> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(content, [0x50, 0x4b]))
    return openXmlKind(content) ?? (await signatureKind(content)) ?? KINDS.unknown
  if (startsWith(content, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return oleKind(content)
  if (isPdf(content)) return KINDS.pdf
  if (isOldExcel(content)) return KINDS.xls
  if (content.subarray(0, 5).toString('latin1') === '{\\rtf') return KINDS.rtf
  if (isInvoiceXml(content)) return KINDS.eInvoice
  return textKind(content) ?? (await signatureKind(content)) ?? KINDS.unknown
}

function startsWith(content: Buffer, signature: number[]): boolean {
  return signature.every((byte, index) => content[index] === byte)
}

/**
 * "%PDF-" at the start, or within the first 1024 bytes, as readers accept it (ISO 32000-1, annex H.3.4.1). It must also
 * contain objects: a text that only mentions PDF is a text.
 */
function isPdf(content: Buffer): boolean {
  const at = content.subarray(0, PDF_WITHIN + 5).indexOf('%PDF-')
  if (at === 0) return true
  return at > 0 && (content.includes(' obj', at) || content.includes('startxref', at))
}

/** Worksheets of Excel 2 to 4 and workbooks of 5: just a sequence of records (BOF, sheet type 0x10 or 0x100). */
function isOldExcel(content: Buffer): boolean {
  if (content.length < 8 || content[0] !== 0x09 || ![0x00, 0x02, 0x04, 0x08].includes(content[1] ?? -1))
    return false
  const length = content.readUInt16LE(2)
  return [4, 6, 8, 16].includes(length) && [0x05, 0x10, 0x100].includes(content.readUInt16LE(6))
}

async function signatureKind(content: Buffer): Promise<FileKind | null> {
  const found = await fileTypeFromBuffer(content.subarray(0, HEAD_BYTES)).catch(() => undefined)
  if (!found) return null
  if (found.ext === 'zip') return KINDS.zip
  // An Office file that our own code did not recognise cannot be opened either.
  if (Object.hasOwn(KINDS, found.ext)) return KINDS.unknown
  const image = found.mime.startsWith('image/')
  return {
    mediaType: found.mime,
    extension: found.ext,
    label: `a file of the type ${found.ext.toUpperCase()}`,
    family: image ? 'image' : 'other',
  }
}
