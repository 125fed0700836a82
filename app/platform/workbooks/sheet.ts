import type { Package } from './package'
import { unescaped } from './styles'
import type { Cell, CellKind, NumberFormat, Row } from './workbook'
import { readXml } from './xml'
import type { Attributes } from './xml-taker'

/** Sorts rows and their cells, as nearly every file has them already; merges rows of the same number. */
function inOrder(rows: Row[]): Row[] {
  const ordered = rows.every((row, i) => i === 0 || row.row > (rows[i - 1]?.row ?? 0)) ? rows : merged(rows)
  for (const { cells } of ordered) {
    if (cells.some((cell, i) => i > 0 && cell.column < (cells[i - 1]?.column ?? 0))) {
      cells.sort((a, b) => a.column - b.column)
    }
  }
  return ordered
}

function merged(rows: Row[]): Row[] {
  const byNumber = new Map<number, Row>()
  for (const row of rows) {
    const existing = byNumber.get(row.row)
    if (existing) for (const cell of row.cells) existing.cells.push(cell)
    else byNumber.set(row.row, row)
  }
  return [...byNumber.values()].sort((a, b) => a.row - b.row)
}

export interface CellSources {
  texts: string[]
  formats: NumberFormat[]
}

/** The filled cells of a worksheet part. Cells and rows without an address follow the previous one. */
export async function readSheet(from: Package, part: string, sources: CellSources): Promise<Row[]> {
  const taker = new SheetTaker(from, sources)
  await readXml(from, part, taker)
  return inOrder(taker.rows)
}

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

class SheetTaker {
  rows: Row[] = []
  private row: Row = { row: 0, cells: [] }
  private rowNumber = 0
  private column = 0
  private inData = false
  private type = ''
  private style = 0
  private formula = false
  private hasValue = false
  private value = ''
  private inline = ''
  private taking: 'value' | 'inline' | null = null
  private inCell = false
  private phonetic = 0

  constructor(
    private readonly from: Package,
    private readonly sources: CellSources,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (!this.inData) {
      if (name === 'sheetData') this.inData = true
      return
    }
    if (name === 'c') this.openCell(attributes)
    else if (name === 'row') this.openRow(attributes.r)
    else if (!this.inCell) return
    else if (name === 'v') {
      this.taking = 'value'
      this.hasValue = true
    } else if (name === 'f') this.formula = true
    else if (name === 'rPh') this.phonetic++
    else if (name === 't' && this.phonetic === 0) this.taking = 'inline'
  }

  text(piece: string): void {
    if (this.taking === null) return
    this.from.budget.text(piece.length)
    if (this.taking === 'value') this.value += piece
    else this.inline += piece
  }

  close(name: string): void {
    if (!this.inData) return
    if (name === 'v' || name === 't') this.taking = null
    else if (name === 'c') this.closeCell()
    else if (name === 'rPh') this.phonetic--
    else if (name === 'sheetData') this.inData = false
  }

  private openRow(number: string | undefined): void {
    const given = Number(number)
    this.rowNumber = given > 0 && given <= LAST_ROW && Number.isInteger(given) ? given : this.rowNumber + 1
    this.row = { row: this.rowNumber, cells: [] }
    this.column = 0
  }

  private openCell(attributes: Attributes): void {
    this.column = (attributes.r && columnOf(attributes.r)) || this.column + 1
    this.type = attributes.t ?? 'n'
    this.style = attributes.s === undefined ? 0 : Number(attributes.s)
    this.formula = false
    this.hasValue = false
    this.value = ''
    this.inline = ''
    this.inCell = true
    this.phonetic = 0
  }

  private closeCell(): void {
    this.inCell = false
    this.taking = null
    const { type, formula } = this
    const value = type === 'str' ? this.value : this.value.trim()
    if (type === 's' && value !== '') {
      const text = this.sources.texts[Number(value)]
      if (text === undefined) this.keep('error', '#REF!')
      else this.keep('text', text)
    } else if (type === 'inlineStr') this.keep('text', unescaped(this.inline || this.value))
    else if (type === 'str' && value !== '') this.keep('text', unescaped(value))
    else if (type === 'str' && this.hasValue)
      return // the formula gave an empty text: a blank cell
    else if (value === '') {
      if (formula) this.keep('unresolved', 'formula')
    } else if (type === 'b')
      this.keep('boolean', value === '0' || value.toLowerCase() === 'false' ? 'FALSE' : 'TRUE')
    else if (type === 'e') this.keep('error', value)
    else if (type === 'd') this.keep('date', value)
    else this.keep(Number.isFinite(Number(value)) ? 'number' : 'error', value)
  }

  private keep(kind: CellKind, text: string): void {
    this.from.budget.cell()
    if (this.row.cells.length === 0) this.rows.push(this.row)
    const format = kind === 'number' ? (this.sources.formats[this.style] ?? 'general') : 'general'
    const cell: Cell = { column: this.column, kind, text, format }
    this.row.cells.push(cell)
  }
}

/** 28 for "AB12"; 0 if it is not an address on a sheet. */
function columnOf(address: string): number {
  let column = 0
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
    if (column > LAST_COLUMN) return 0
  }
  return column
}
