import { fileTypeFromBuffer } from 'file-type'
import { isInvoiceXml } from '~/platform/einvoices/read-einvoice'
import { type FileKind, KINDS } from './kinds'
import { oleKind } from './ole-kind'
import { openXmlKind } from './open-xml-kind'
import { textKind } from './text-kind'

export type { FileKind } from './kinds'

/** Some formats keep what tells them well behind their start; more only gives a hostile file more to be parsed. */
const SAMPLE = 1024 * 1024
const PDF_WITHIN = 1024

/** What a file is. Only its content counts, never its name or the sender's word. Never throws. */
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
 * "%PDF-" at the start, or within the first 1024 bytes as readers accept it (ISO 32000-1, annex H.3.4.1). Then it must
 * have objects too: a text that only speaks of PDF is a text.
 */
function isPdf(content: Buffer): boolean {
  const at = content.subarray(0, PDF_WITHIN + 5).indexOf('%PDF-')
  if (at === 0) return true
  return at > 0 && (content.includes(' obj', at) || content.includes('startxref', at))
}

/** Worksheets of Excel 2 to 4 and workbooks of 5, which are a bare row of records (BOF, sheet type 0x10 or 0x100). */
function isOldExcel(content: Buffer): boolean {
  if (content.length < 8 || content[0] !== 0x09 || ![0x00, 0x02, 0x04, 0x08].includes(content[1] ?? -1))
    return false
  const length = content.readUInt16LE(2)
  return [4, 6, 8, 16].includes(length) && [0x05, 0x10, 0x100].includes(content.readUInt16LE(6))
}

async function signatureKind(content: Buffer): Promise<FileKind | null> {
  const found = await fileTypeFromBuffer(content.subarray(0, SAMPLE)).catch(() => undefined)
  if (!found) return null
  if (found.ext === 'zip') return KINDS.zip
  // An Office file that our own reading did not take for one cannot be opened either.
  if (found.ext in KINDS) return KINDS.unknown
  const image = found.mime.startsWith('image/')
  return {
    mediaType: found.mime,
    extension: found.ext,
    label: `a file of the type ${found.ext.toUpperCase()}`,
    family: image ? 'image' : 'other',
  }
}
