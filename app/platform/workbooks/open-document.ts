import { encrypted } from './limits'
import type { Package } from './package'
import type { Cell, Row, Sheet, Workbook } from './workbook'
import { readXml } from './xml'
import type { Attributes } from './xml-taker'

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/**
 * Reads an .ods spreadsheet (OpenDocument 1.0 to 1.4); null if the package holds another kind of document. Repeated rows
 * and cells count as often as they are repeated.
 * @throws DomainError if it is damaged, encrypted or too large
 */
export async function readOpenDocument(from: Package): Promise<Workbook | null> {
  await refuseEncrypted(from)
  const taker = new ContentTaker(from)
  await readXml(from, 'content.xml', taker)
  return taker.isSpreadsheet ? { file: from.file, sheets: taker.sheets } : null
}

async function refuseEncrypted(from: Package): Promise<void> {
  const manifest = 'META-INF/manifest.xml'
  if (!from.has(manifest)) return
  let isEncrypted = false
  await readXml(from, manifest, {
    open(name) {
      if (name === 'encryption-data') isEncrypted = true
    },
  })
  if (isEncrypted) throw encrypted(from.file)
}

class ContentTaker {
  isSpreadsheet = false
  readonly sheets: Sheet[] = []
  private depth = 0
  /** Depths of the open elements; 0 while there is none. */
  private spreadsheetAt = 0
  private tableAt = 0
  private cellAt = 0
  private paragraphAt = 0
  private row = 0
  private rowTimes = 1
  private column = 0
  private cells: Cell[] = []
  private attributes: Attributes = {}
  private paragraphs = 0
  private text_ = ''

  constructor(private readonly from: Package) {}

  open(name: string, attributes: Attributes): void {
    this.depth += 1
    if (this.cellAt > 0) this.openInCell(name, attributes)
    else if (this.tableAt > 0) this.openInTable(name, attributes)
    else if (name === 'spreadsheet' && this.spreadsheetAt === 0) {
      this.isSpreadsheet = true
      this.spreadsheetAt = this.depth
    } else if (name === 'table' && this.spreadsheetAt > 0 && this.depth === this.spreadsheetAt + 1) {
      // Tables deeper down are copies: of tracked changes and of linked sources.
      this.tableAt = this.depth
      this.row = 0
      this.sheets.push({ name: attributes['table:name'] ?? '', date1904: false, rows: [] })
    }
  }

  text(piece: string): void {
    if (this.paragraphAt > 0) this.addText(piece.replace(/[ \t\r\n]+/g, ' '))
  }

  close(name: string): void {
    if (this.depth === this.paragraphAt) this.paragraphAt = 0
    else if (this.depth === this.cellAt) this.closeCell()
    else if (this.depth === this.tableAt) this.tableAt = 0
    else if (name === 'table-row' && this.tableAt > 0 && this.cellAt === 0) this.closeRow()
    this.depth -= 1
  }

  private openInTable(name: string, attributes: Attributes): void {
    if (name === 'table-row') {
      this.rowTimes = timesOf(attributes, 'table:number-rows-repeated')
      this.column = 0
      this.cells = []
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cellAt = this.depth
      this.attributes = attributes
      this.paragraphs = 0
      this.text_ = ''
    }
  }

  /** Text is in the cell's own paragraphs; those of comments and drawings are nested deeper. */
  private openInCell(name: string, attributes: Attributes): void {
    if (this.paragraphAt > 0) {
      if (name === 's') this.addText(' '.repeat(this.within(timesOf(attributes, 'text:c'))))
      else if (name === 'tab') this.addText('\t')
      else if (name === 'line-break') this.addText('\n')
    } else if (name === 'p' && this.depth === this.cellAt + 1) {
      this.paragraphAt = this.depth
      if (this.paragraphs > 0) this.addText('\n')
      this.paragraphs += 1
    }
  }

  private addText(text: string): void {
    this.from.budget.text(text.length)
    this.text_ += text
  }

  /** Refuses so much text before it is built. */
  private within(characters: number): number {
    this.from.budget.text(characters)
    return characters
  }

  private closeCell(): void {
    this.cellAt = 0
    const times = timesOf(this.attributes, 'table:number-columns-repeated')
    const cell = cellOf(this.attributes, this.text_)
    if (cell)
      for (let i = 1; i <= times && this.column + i <= LAST_COLUMN; i += 1) {
        this.from.budget.cell()
        this.cells.push({ ...cell, column: this.column + i })
      }
    this.column += times
  }

  private closeRow(): void {
    const rows = this.sheets.at(-1)?.rows ?? []
    if (this.cells.length > 0) this.addRows(rows)
    this.row += this.rowTimes
  }

  private addRows(rows: Row[]): void {
    for (let i = 1; i <= this.rowTimes && this.row + i <= LAST_ROW; i += 1) {
      if (i > 1) for (const _ of this.cells) this.from.budget.cell()
      rows.push({ row: this.row + i, cells: this.cells })
    }
  }
}

/** How often something is repeated: once unless the attribute says more. */
function timesOf(attributes: Attributes, name: string): number {
  const times = Number(attributes[name] ?? 1)
  return Number.isInteger(times) && times > 0 ? times : 1
}

function cellOf(attributes: Attributes, text: string): Omit<Cell, 'column'> | null {
  const type = attributes['office:value-type'] ?? ''
  const isFormula = attributes['table:formula'] !== undefined
  const general = { format: 'general' } as const
  // Programs store a formula's error as a text or a number, and show its name.
  if (attributes['calcext:value-type'] === 'error' || (isFormula && /^(?:#[A-Z]|Err:\d)/.test(text)))
    return { kind: 'error', text: text.trim(), ...general }
  switch (type) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = attributes['office:value']?.trim() ?? ''
      if (value === '' || !Number.isFinite(Number(value)))
        return { kind: 'error', text: value || text, ...general }
      return { kind: 'number', text: value, format: type === 'percentage' ? 'percent' : 'general' }
    }
    case 'date':
      return { kind: 'date', text: attributes['office:date-value'] ?? text, ...general }
    case 'time':
      return { kind: 'date', text: attributes['office:time-value'] ?? text, ...general }
    case 'boolean':
      return {
        kind: 'boolean',
        text: attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE',
        ...general,
      }
    default: {
      const written = type === 'string' ? (attributes['office:string-value'] ?? text) : text
      if (written !== '') return { kind: 'text', text: written, ...general }
      return type === '' && isFormula ? { kind: 'unresolved', text: 'formula', ...general } : null
    }
  }
}
