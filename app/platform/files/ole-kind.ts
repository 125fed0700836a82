import { type FileKind, KINDS } from './kinds'

/** Compound files ([MS-CFB]): the old Office formats, Outlook messages, and encrypted new ones ([MS-OFFCRYPTO]). */

const ENTRY = 128
const END = 0xfffffffa
const MOST_SECTORS = 4_096

/** What a compound file is, by the streams in its root storage (those of embedded objects do not count). */
export function oleKind(content: Buffer): FileKind {
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

/** The sectors of the directory, joined; as far as they can be followed in a damaged file. */
function directoryOf(content: Buffer): Buffer {
  if (content.length < 512) return Buffer.alloc(0)
  const shift = content.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return Buffer.alloc(0)
  const size = 1 << shift
  const sector = (id: number) => content.subarray((id + 1) * size, (id + 2) * size)
  const found: Buffer[] = []
  const seen = new Set<number>()
  let id = content.readUInt32LE(48)
  while (id < END && !seen.has(id) && seen.size < MOST_SECTORS) {
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
