import { Big } from '~/platform/values/decimal'
import { showDay, showExact, showFixed, showYesNo } from '~/platform/values/show'
import {
  columnIn,
  columnWidth,
  type ExportColumn,
  type ExportHead,
  type ExportLine,
  groupLabel,
  type TypedValue,
  typedValue,
} from '../table'
import { type Align, type Box, fitted, oneLine, type Typeface, wrapped } from './canvas'
import { openPdf, Sheets } from './sheets'

/** More than a line of a page can hold. */
const MAX_CHARACTERS = 1_000

/** A value as the screen shows it (specification, section 9). */
export function shownValue(value: TypedValue, { decimals, percent }: ExportColumn): string {
  switch (value.kind) {
    case 'empty':
      return ''
    case 'number':
      if (percent) return `${showFixed(new Big(value.number).times(100).toFixed(), decimals ?? 4)}%`
      return decimals === undefined ? showExact(value.number) : showFixed(value.number, decimals)
    case 'day':
      return showDay(value.day)
    case 'instant':
      return `${showDay(value.day)} ${value.time}`
    case 'boolean':
      return showYesNo(value.truth)
    case 'text':
      return oneLine(value.text.slice(0, MAX_CHARACTERS))
  }
}

/** Padding on each side of a column, in points. */
const PADDING = 2
/** Maximum lines of a label. */
const LABEL_LINES = 2

export interface PageColumn {
  column: ExportColumn
  x: number
  width: number
  align: Align
  /** Its label, broken into lines. */
  label: string[]
}

/** The positions of the columns: across the whole width, in proportion to their width on the screen. */
export function pageColumns(
  columns: readonly ExportColumn[],
  across: { x: number; width: number },
  bold: Typeface,
  size: number,
): PageColumn[] {
  const widths = columns.map((column) => Math.max(1, columnWidth(column)))
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let x = across.x
  return columns.map((column, at) => {
    const outer = ((widths[at] ?? 0) / whole) * across.width
    const width = Math.max(size, outer - 2 * PADDING)
    const left = x + PADDING
    x += outer
    return {
      column,
      x: left,
      width,
      align: column.kind === 'number' ? 'right' : column.kind === 'boolean' ? 'centre' : 'left',
      label: wrapped(bold, oneLine(column.label), width / size, LABEL_LINES),
    }
  })
}

/** In points. */
const SIZE = 6
const TITLE_SIZE = 9
/** Height of a row with one line; every further line adds LINE. */
const ROW = 9.6
const LINE = 7.2
const INDENT = 6
const FILTER_LINES = 6
/** Maximum lines of a cell. */
const CELL_LINES = 6

/** A laid-out cell: its lines and their positions. */
interface LaidCell extends Box {
  lines: string[]
}

/** The pages of a table, each filled as far as the paper allows and with the labels at the top. */
export class TablePages {
  readonly #head: ExportHead
  readonly #sheets: Sheets
  #columns: PageColumn[] = []
  #y = 0

  constructor(doc: PDFKit.PDFDocument, head: ExportHead) {
    this.#head = head
    this.#sheets = new Sheets(doc, { margin: 28, foot: 14, small: SIZE, numbersBelow: 0 })
    this.#turn()
  }

  add(line: ExportLine): void {
    const isRow = 'row' in line
    const cells = isRow ? this.#row(line) : this.#group(line)
    const height = ROW + LINE * (Math.max(1, ...cells.map(({ lines }) => lines.length)) - 1)
    if (this.#y + height > this.#sheets.room.bottom) this.#turn()
    const { regular, bold, canvas, room } = this.#sheets
    if (!isRow) canvas.band(room.left, room.width, this.#y, height)
    for (const { lines, ...box } of cells)
      for (const [at, text] of lines.entries())
        canvas.text(isRow ? regular : bold, SIZE, text, this.#y + ROW - 3 + at * LINE, box)
    this.#y += height
    if (isRow) this.#rule(this.#y, 0.85)
  }

  /** Ends the table. */
  end(): void {
    this.#sheets.end()
  }

  #turn(): void {
    this.#sheets.turn()
    const { left: x, top, width } = this.#sheets.room
    this.#y = top
    if (this.#sheets.count === 1) {
      this.#columns = pageColumns(this.#head.columns, { x, width }, this.#sheets.bold, SIZE)
      this.#title()
    }
    this.#labels()
  }

  #title(): void {
    const { title, filters, createdAt, by, timeZone } = this.#head
    const { left: x, width } = this.#sheets.room
    const line = (text: string, size: number, typeface = this.#sheets.regular) => {
      this.#y += size * 1.3
      this.#sheets.canvas.text(typeface, size, text, this.#y - size * 0.3, { x, width })
    }
    line(fitted(this.#sheets.bold, oneLine(title), width / TITLE_SIZE), TITLE_SIZE, this.#sheets.bold)
    const words = oneLine(filters.length > 0 ? `Filters: ${filters.join('; ')}` : 'All rows')
    for (const each of wrapped(this.#sheets.regular, words, width / SIZE, FILTER_LINES)) line(each, SIZE)
    const when = shownValue(typedValue(createdAt.toISOString(), 'instant', timeZone), {
      label: '',
      kind: 'instant',
    })
    const who = oneLine(`Created ${when} (${timeZone}) by ${by}`)
    line(fitted(this.#sheets.regular, who, width / SIZE), SIZE)
    this.#y += SIZE
  }

  #labels(): void {
    const lines = Math.max(1, ...this.#columns.map(({ label }) => label.length))
    for (const { label, ...box } of this.#columns) {
      for (const [at, text] of label.entries()) {
        const below = lines - label.length + at + 1
        this.#sheets.canvas.text(this.#sheets.bold, SIZE, text, this.#y + below * LINE - 1, box)
      }
    }
    this.#y += lines * LINE + 2.5
    this.#rule(this.#y - 0.5, 0)
  }

  #row(line: Extract<ExportLine, { row: unknown }>): LaidCell[] {
    return this.#placed(line).map((place, at) =>
      this.#cell(place, line.row[at] ?? null, this.#sheets.regular),
    )
  }

  /** The columns, with the decimals of the line. */
  #placed(line: ExportLine): PageColumn[] {
    if (line.decimals === undefined) return this.#columns
    return this.#columns.map((place, at) => ({ ...place, column: columnIn(place.column, line, at) }))
  }

  /** The label precedes the first column with a sum. */
  #group(line: Extract<ExportLine, { level: number }>): LaidCell[] {
    const { left, width } = this.#sheets.room
    const { bold } = this.#sheets
    const summed = this.#columns.findIndex((_, at) => at > 0 && line.sums[at])
    const end = this.#columns[summed]?.x ?? left + width
    const x = left + 2 + INDENT * Math.max(0, line.level)
    const [first, ...others] = this.#placed(line)
    const sum = first && line.sums[0] ? `: ${this.#shown(first, line.sums[0])}` : ''
    const label = wrapped(bold, oneLine(groupLabel(line)) + sum, (end - x - 4) / SIZE, CELL_LINES)
    const sums = others.map((column, at) => this.#cell(column, line.sums[at + 1] ?? null, bold))
    return [{ lines: label, x, width: end - x }, ...sums]
  }

  #cell(place: PageColumn, value: string | null, typeface: Typeface): LaidCell {
    const shown = this.#shown(place, value)
    const { x, width, align } = place
    // A cut figure would look like another figure: it is squeezed instead.
    const isText = place.column.kind === 'text'
    return { lines: isText ? wrapped(typeface, shown, width / SIZE, CELL_LINES) : [shown], x, width, align }
  }

  #shown({ column }: PageColumn, value: string | null): string {
    return shownValue(typedValue(value, column.kind, this.#head.timeZone), column)
  }

  #rule(y: number, grey: number): void {
    const { left, width } = this.#sheets.room
    this.#sheets.canvas.rule(left, width, y, grey)
  }
}

/** The table on landscape A4 pages numbered "n of total" (specification, section 9), page by page. */
export async function* writePdf(
  head: ExportHead,
  lines: AsyncIterable<ExportLine[]>,
): AsyncGenerator<Uint8Array> {
  const { title, by, createdAt } = head
  const doc = openPdf({ title, author: by, createdAt, landscape: true })
  const pages = new TablePages(doc, head)
  for await (const batch of lines) {
    for (const line of batch) pages.add(line)
    yield* written(doc)
  }
  pages.end()
  doc.end()
  yield* written(doc)
}

/** The bytes that the document has written so far. */
function* written(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let bytes = doc.read(); bytes !== null; bytes = doc.read()) yield bytes as Buffer
}
