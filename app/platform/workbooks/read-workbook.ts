import type { DomainError } from '~/platform/values/domain-error'
import { readXls, readXlsb } from './binary-workbook'
import { broken, encrypted, notAWorkbook, olderWorkbook } from './limits'
import { readOpenDocument } from './open-document'
import { readOpenXml } from './open-xml'
import { openPackage, type Package } from './package'
import { readTextFile } from './read-text-file'
import type { Workbook } from './workbook'

/**
 * Reads the values of a workbook (.xlsx, .xlsm, .xlsb, .xls, .ods) or of a text file of fields (.csv, .tsv, .txt), decided
 * by content alone; hidden sheets included. Ignores macros, charts and links.
 * @throws DomainError 'invalid' naming the file, if it is anything else, damaged, encrypted or too large
 */
export async function readWorkbook(bytes: Uint8Array, file: string): Promise<Workbook> {
  const kind = kindByContent(bytes, file)
  if (kind === 'xls') return readXls(bytes, file)
  if (kind === 'text') return readTextFile(bytes, file)
  return readPackage(await openPackage(bytes, file))
}

async function readPackage(from: Package): Promise<Workbook> {
  const workbook = await readOpenXml(from)
  if (workbook) return workbook
  if (from.has('xl/workbook.bin')) return readXlsb(from)
  const document = from.has('content.xml') ? await readOpenDocument(from) : null
  if (document) return document
  throw notAWorkbook(from.file, otherKind(new Set(from.names())))
}

function otherKind(names: Set<string>): string {
  if (names.has('content.xml')) return 'an OpenDocument file that is not a spreadsheet'
  if (names.has('word/document.xml')) return 'a Word document'
  if (names.has('ppt/presentation.xml')) return 'a PowerPoint presentation'
  if (names.has('index/document.iwa') || names.has('index.zip')) return 'a document of Numbers or Pages'
  return 'a zip file without a workbook in it'
}

/** A file in the zip, the end of an empty one, and a zip of several parts; a text may begin with PK, too. */
const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** The kind of a file that is read, by its content alone. @throws DomainError naming the kind of any other */
function kindByContent(bytes: Uint8Array, file: string): 'zip' | 'xls' | 'text' {
  if (ZIP.some((head) => startsWith(bytes, head))) return 'zip'
  if (bytes.length === 0) throw notAWorkbook(file, 'empty')
  if (startsWith(bytes, OLE)) {
    const refusal = refusalOfOle(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), file)
    if (refusal) throw refusal
    return 'xls'
  }
  if (isBiff(bytes)) {
    if (bytes[1] !== BIFF5_OR_LATER) throw olderWorkbook(file)
    return 'xls'
  }
  const recognised = KNOWN.find(([head]) => startsWith(bytes, head))
  if (recognised) throw notAWorkbook(file, recognised[1])
  const text = headAsText(bytes)
  if (text === null) {
    if (hasZipEnd(bytes)) return 'zip'
    throw broken(file)
  }
  if (/^\s*(<!doctype html|<html|<table|<head|<body)/i.test(text))
    throw notAWorkbook(file, 'a web page (HTML)')
  if (/^\s*<[?!\w]/.test(text)) throw notAWorkbook(file, 'an XML file')
  return 'text'
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

/** Null for a workbook of Excel 5 to 2003. */
function refusalOfOle(bytes: Buffer, file: string): DomainError | null {
  const holds = (stream: string) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))
  if (holds('EncryptedPackage')) return encrypted(file)
  if (holds('Workbook') || holds('Book') || holds('WORKBOOK') || holds('BOOK')) return null
  if (holds('WordDocument')) return notAWorkbook(file, 'a Word document')
  if (holds('PowerPoint Document')) return notAWorkbook(file, 'a PowerPoint presentation')
  return notAWorkbook(file, 'another kind of Office document')
}

const BIFF5_OR_LATER = 0x08

/** Excel 2 to 4 wrote their records without a container; the first is "beginning of file". */
function isBiff(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(bytes[1] ?? -1) &&
    (bytes[2] ?? 99) <= 16 &&
    bytes[3] === 0
  )
}

/** The start of a text file in any encoding; null if it is not text. A file of bytes has NUL somewhere, which texts never have. */
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
    const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12
    if (isControl && bytes.includes(0)) return null
  }
  return text
}

/** Some programs put bytes before the zip file; it is identified by its end. */
function hasZipEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from([0x50, 0x4b, 0x05, 0x06]),
  )
}
