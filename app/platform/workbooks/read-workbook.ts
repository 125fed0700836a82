import { refusalByContent } from './file-type'
import { openPackage, type Package } from './package'
import { Damaged, notAWorkbook } from './refusals'
import { type Relationship, relationshipsOf } from './relationships'
import { readSheet } from './sheet'
import { readSharedStrings, readStyles } from './styles'
import type { Sheet, Workbook } from './workbook'
import { attribute, readXml } from './xml'

/**
 * The values of an .xlsx or .xlsm workbook, hidden sheets included; macros, charts and links are not looked at.
 * A file that is anything else, damaged, encrypted or too large is refused by a DomainError 'invalid' that names it.
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
