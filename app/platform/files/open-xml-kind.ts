import { inflateRawSync } from 'node:zlib'
import { type FileKind, KINDS } from './kinds'

/** Office Open XML (ECMA-376 part 2): a zip whose [Content_Types].xml says what its main part is. */

const MOST_ENTRIES = 20_000
const MOST_TYPES_BYTES = 1024 * 1024

/** Content type of the main part, without "application/" and the ending, to the kind. */
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
export function openXmlKind(content: Buffer): FileKind | null {
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

/** Looks a name up in the central directory, which stands at the end of the file. */
function entryNamed(content: Buffer, wanted: string): Entry | null {
  const end = content.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 22 > content.length) return null
  let at = content.readUInt32LE(end + 16)
  for (let count = 0; count < MOST_ENTRIES; count++) {
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
  if (packed.length > MOST_TYPES_BYTES) return null
  if (method === 0) return packed
  if (method !== 8) return null
  try {
    return inflateRawSync(packed, { maxOutputLength: MOST_TYPES_BYTES })
  } catch {
    return null
  }
}
