import type { DomainError } from '~/platform/values/domain-error'
import { broken, encrypted, legacyWorkbook, notAWorkbook } from './refusals'

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Null for a zip file; otherwise the refusal that names its kind. Decided by content alone. */
export function refusalByContent(bytes: Uint8Array, file: string): DomainError | null {
  if (startsWith(bytes, [0x50, 0x4b])) return null
  if (bytes.length === 0) return notAWorkbook(file, 'empty')
  if (startsWith(bytes, OLE))
    return refusalOfOle(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), file)
  if (isOldBiff(bytes)) return legacyWorkbook(file)
  const known = KNOWN.find(([head]) => startsWith(bytes, head))
  if (known) return notAWorkbook(file, known[1])
  const text = headAsText(bytes)
  if (text === null) return hasZipEnd(bytes) ? null : broken(file)
  if (/^\s*(<!doctype html|<html|<table|<head|<body)/i.test(text))
    return notAWorkbook(file, 'a web page (HTML)')
  if (/^\s*<\?xml|^\s*<\w/.test(text)) return notAWorkbook(file, 'an XML file')
  if (/^\s*[{[]/.test(text)) return notAWorkbook(file, 'a text file')
  return notAWorkbook(file, 'a text file (such as CSV)')
}

const KNOWN: [number[], string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'a rich text document'],
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
  [[0x47, 0x49, 0x46, 0x38], 'an image'],
  [[0x1f, 0x8b], 'a compressed archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a compressed archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a compressed archive'],
]

function startsWith(bytes: Uint8Array, head: number[]): boolean {
  return head.every((byte, i) => bytes[i] === byte)
}

function refusalOfOle(bytes: Buffer, file: string): DomainError {
  const holds = (stream: string) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))
  if (holds('EncryptedPackage')) return encrypted(file)
  if (holds('Workbook') || holds('Book') || holds('WORKBOOK') || holds('BOOK')) return legacyWorkbook(file)
  if (holds('WordDocument')) return notAWorkbook(file, 'a Word document')
  if (holds('PowerPoint Document')) return notAWorkbook(file, 'a PowerPoint presentation')
  return notAWorkbook(file, 'another kind of Office document')
}

/** Excel 2 to 4 wrote their records without any container; the first is "beginning of file". */
function isOldBiff(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(bytes[1] ?? -1) &&
    (bytes[2] ?? 99) <= 16 &&
    bytes[3] === 0
  )
}

/** The start of a text file, whatever its encoding; null when it is not a text. */
function headAsText(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 1024)
  const wide =
    head[1] === 0 || startsWith(head, [0xff, 0xfe])
      ? 'utf-16le'
      : head[0] === 0 || startsWith(head, [0xfe, 0xff])
        ? 'utf-16be'
        : null
  const text = new TextDecoder(wide ?? 'windows-1252').decode(head).replace(/^(\ufeff|ï»¿)/, '')
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) return null
  }
  return text
}

/** Some programs put bytes before the zip file; its end identifies it. */
function hasZipEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from([0x50, 0x4b, 0x05, 0x06]),
  )
}
