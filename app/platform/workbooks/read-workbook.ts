import type { DomainError } from '~/platform/values/domain-error'
import { broken, Damaged, encrypted, legacyWorkbook, notAWorkbook } from './limits'
import { openPackage, type Package } from './package'
import { readSheet } from './sheet'
import { readSharedStrings, readStyles } from './styles'
import type { Sheet, Workbook } from './workbook'
import { attribute, readXml } from './xml'

/**
 * Reads the values of an .xlsx or .xlsm workbook, hidden sheets included; ignores macros, charts and links.
 * @throws DomainError 'invalid' naming the file, if it is anything else, damaged, encrypted or too large
 */
export async function readWorkbook(bytes: Uint8Array, file: string): Promise<Workbook> {
  const refusal = refusalByContent(bytes, file)
  if (refusal) throw refusal
  const from = await openPackage(bytes, file)
  const main = await mainPart(from)
  const outline = await readOutline(from, main)
  const relationships = await relationshipsOf(from, main)
  const ofType = (type: string, usual: string) => {
    const target = relationships.find((each) => each.type === type)?.target ?? usual
    return from.has(target) ? target : null
  }
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const textsPart = ofType('sharedStrings', `${folder}sharedStrings.xml`)
  const stylesPart = ofType('styles', `${folder}styles.xml`)
  const sources = {
    texts: textsPart ? await readSharedStrings(from, textsPart) : [],
    formats: stylesPart ? await readStyles(from, stylesPart) : [],
  }
  const sheets: Sheet[] = []
  for (const [i, { name, id }] of outline.sheets.entries()) {
    const part = sheetPart(from, relationships, id, `${folder}worksheets/sheet${i + 1}.xml`)
    if (part) sheets.push({ name, date1904: outline.date1904, rows: await readSheet(from, part, sources) })
  }
  return { file, sheets }
}

async function mainPart(from: Package): Promise<string> {
  const root = await relationshipsOf(from, '').catch((error: unknown) => {
    if (error instanceof Damaged) return []
    throw error
  })
  const stated = root.find((each) => each.type === 'officeDocument')?.target
  const main = stated && from.has(stated) ? stated : 'xl/workbook.xml'
  if (from.has(main) && !main.toLowerCase().endsWith('.bin')) return main
  throw notAWorkbook(from.file, otherKind(new Set(from.names())))
}

function otherKind(names: Set<string>): string {
  if (names.has('xl/workbook.bin')) return 'a binary workbook (.xlsb)'
  if (names.has('content.xml')) return 'an OpenDocument file (such as .ods)'
  if (names.has('word/document.xml')) return 'a Word document'
  if (names.has('ppt/presentation.xml')) return 'a PowerPoint presentation'
  if (names.has('index/document.iwa') || names.has('index.zip')) return 'a document of Numbers or Pages'
  return 'a zip file without a workbook in it'
}

interface Outline {
  date1904: boolean
  sheets: { name: string; id: string }[]
}

async function readOutline(from: Package, part: string): Promise<Outline> {
  const outline: Outline = { date1904: false, sheets: [] }
  let root: string | null = null
  let inSheets = false
  await readXml(from, part, {
    open(name, attributes) {
      root ??= name
      if (name === 'workbookPr') outline.date1904 = /^(1|true)$/i.test(attributes.date1904 ?? '')
      else if (name === 'sheets') inSheets = true
      else if (name === 'sheet' && inSheets) {
        outline.sheets.push({ name: attributes.name ?? '', id: attribute(attributes, 'id') ?? '' })
      }
    },
    close(name) {
      if (name === 'sheets') inSheets = false
    },
  })
  if (root !== 'workbook') throw notAWorkbook(from.file, otherKind(new Set(from.names())))
  return outline
}

/** The worksheet part of a sheet; null for chart and dialogue sheets. */
function sheetPart(from: Package, relationships: Relationship[], id: string, usual: string): string | null {
  const stated = relationships.find((each) => each.id === id)
  if (stated && stated.type !== 'worksheet') return null
  const part = stated?.target ?? usual
  return from.has(part) ? part : null
}

interface Relationship {
  id: string
  /** Last part of the type's address: "worksheet", "sharedStrings"; the same in the strict and the usual form. */
  type: string
  /** Full name of the part in the package. */
  target: string
}

/** The relationships of a part ('' for the package itself) to other parts of the package. */
async function relationshipsOf(from: Package, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const rels = `${folder}_rels/${part.slice(slash + 1)}.rels`
  if (!from.has(rels)) return []
  const found: Relationship[] = []
  await readXml(from, rels, {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const type = attribute(attributes, 'Type') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolve(folder, attribute(attributes, 'Target') ?? ''),
      })
    },
  })
  return found
}

function resolve(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const steps: string[] = []
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  const joined = steps.join('/')
  try {
    return decodeURIComponent(joined)
  } catch {
    return joined
  }
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Null for a zip file; otherwise the refusal naming its kind, determined by content alone. */
function refusalByContent(bytes: Uint8Array, file: string): DomainError | null {
  if (startsWith(bytes, [0x50, 0x4b])) return null
  if (bytes.length === 0) return notAWorkbook(file, 'empty')
  if (startsWith(bytes, OLE))
    return refusalOfOle(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), file)
  if (isOldBiff(bytes)) return legacyWorkbook(file)
  const recognised = KNOWN.find(([head]) => startsWith(bytes, head))
  if (recognised) return notAWorkbook(file, recognised[1])
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

/** Excel 2 to 4 wrote their records without a container; the first is "beginning of file". */
function isOldBiff(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(bytes[1] ?? -1) &&
    (bytes[2] ?? 99) <= 16 &&
    bytes[3] === 0
  )
}

/** The start of a text file in any encoding; null if it is not text. */
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

/** Some programs put bytes before the zip file; it is identified by its end. */
function hasZipEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from([0x50, 0x4b, 0x05, 0x06]),
  )
}
