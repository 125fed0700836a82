import { Damaged } from './limits'
import type { Package } from './package'
import { readSheet } from './sheet'
import { readSharedStrings, readStyles } from './styles'
import type { Sheet, Workbook } from './workbook'
import { attribute, readXml } from './xml'

/** Reads an .xlsx or .xlsm workbook; null if the package holds none. @throws DomainError if it is damaged or too large */
export async function readOpenXml(from: Package): Promise<Workbook | null> {
  const main = await mainPart(from)
  const outline = main === null ? null : await readOutline(from, main)
  if (main === null || outline === null) return null
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
  return { file: from.file, sheets }
}

/** The part of the workbook; null if the package has none. */
async function mainPart(from: Package): Promise<string | null> {
  const root = await relationshipsOf(from, '').catch((error: unknown) => {
    if (error instanceof Damaged) return []
    throw error
  })
  const stated = root.find((each) => each.type === 'officeDocument')?.target
  const main = stated && from.has(stated) ? stated : 'xl/workbook.xml'
  return from.has(main) && !main.toLowerCase().endsWith('.bin') ? main : null
}

interface Outline {
  date1904: boolean
  sheets: { name: string; id: string }[]
}

async function readOutline(from: Package, part: string): Promise<Outline | null> {
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
  return root === 'workbook' ? outline : null
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
