import { oneLine, type Typeface, wrapped } from '~/platform/exports/pdf/canvas'
import { columnLetters } from '~/platform/workbooks/workbook'
import type { Pages } from './pages'

/** A table to print, from any source. */

export interface TableCell {
  text: string
  /** Right-aligned, and squeezed rather than cut. */
  figure: boolean
}

export interface TableRow {
  /** Numbered from 1, as in the source. */
  row: number
  /** Contents by column, from 0. */
  cells: ReadonlyMap<number, TableCell>
}

export interface Table {
  /** Name of the sheet; null for a table without one. */
  title: string | null
  rows: readonly TableRow[]
  /** Letters above the columns and numbers next to the rows, as in spreadsheets. */
  lettered: boolean
}

/** In points. */
const SIZE = 7
const PADDING = 3
const LEAST = 22
const WIDEST = 190
/** Rows that determine the widths of columns. */
const SAMPLED = 200
/** Width for the number of a row. */
const NUMBERS = 34

interface BlockColumn {
  /** From 0. */
  index: number
  x: number
  width: number
}

/** Splits the columns of a table into blocks as wide as a page, printed in turn. */
function tableBlocks(
  rows: readonly TableRow[],
  columns: readonly number[],
  typeface: Typeface,
  { left, width, numbered }: { left: number; width: number; numbered: boolean },
): BlockColumn[][] {
  const blocks: BlockColumn[][] = []
  const start = left + (numbered ? NUMBERS : 0)
  let block: BlockColumn[] = []
  let x = start
  for (const index of columns) {
    const needed = columnWidth(rows, index, typeface)
    if (block.length > 0 && x + needed > left + width) {
      blocks.push(block)
      block = []
      x = start
    }
    block.push({ index, x, width: needed - 2 * PADDING })
    x += needed
  }
  if (block.length > 0) blocks.push(block)
  return blocks
}

function columnWidth(rows: readonly TableRow[], index: number, typeface: Typeface): number {
  let widest = LEAST
  for (const { cells } of rows.slice(0, SAMPLED)) {
    const text = cells.get(index)?.text
    // Long text is broken into lines; measuring all of it would only take time.
    if (text)
      widest = Math.max(widest, typeface.glyphs(oneLine(text.slice(0, 80))).width * SIZE + 2 * PADDING)
    if (widest >= WIDEST) return WIDEST
  }
  return widest
}

/** In points. */
const LINE = 8.6
const TITLE_SIZE = 10
/** Maximum lines of a cell, and the characters that fit in them. */
const CELL_LINES = 6
const CELL_TEXT = 600

/** Prints a table; columns that do not fit on the page follow below. Returns false when pages ran out. */
export function printTable(pages: Pages, table: Table): boolean {
  const used = [...new Set(table.rows.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b)
  if (pages.isLast) return leftOut(pages, table, 0)
  pages.turn()
  let y = title(pages, table)
  const { left, width } = pages.room
  const blocks = tableBlocks(table.rows, used, pages.regular, { left, width, numbered: table.lettered })
  for (const [at, block] of blocks.entries()) {
    if (at > 0) y += LINE
    y = head(pages, table, block, y)
    for (const [place, row] of table.rows.entries()) {
      const cells = linesOf(pages, row, block)
      const height = Math.max(1, ...cells.map(({ lines }) => lines.length)) * LINE
      if (y + height > pages.room.bottom) {
        if (pages.isLast) return leftOut(pages, table, place, at > 0)
        pages.turn()
        y = head(pages, table, block, pages.room.top)
      }
      print(pages, table, { row, cells, y, height })
      y += height
    }
  }
  return true
}

function title(pages: Pages, table: Table): number {
  const { left, top, width } = pages.room
  if (table.title === null) return top
  const words = table.rows.length === 0 ? `${table.title} (empty)` : table.title
  pages.canvas.text(pages.bold, TITLE_SIZE, oneLine(words), top + TITLE_SIZE, { x: left, width })
  return top + TITLE_SIZE * 1.8
}

function head(pages: Pages, { lettered }: Table, block: readonly BlockColumn[], y: number): number {
  if (!lettered) return y
  for (const { index, ...box } of block)
    pages.canvas.text(pages.bold, SIZE, columnLetters(index + 1), y + LINE - 2, { ...box, align: 'centre' })
  pages.canvas.rule(pages.room.left, pages.room.width, y + LINE, 0)
  return y + LINE
}

interface Lines extends BlockColumn {
  cell: TableCell
  lines: string[]
}

function linesOf(pages: Pages, { cells }: TableRow, block: readonly BlockColumn[]): Lines[] {
  return block.flatMap((column) => {
    const cell = cells.get(column.index)
    if (!cell) return []
    const text = oneLine(cell.text.slice(0, CELL_TEXT))
    return {
      ...column,
      cell,
      lines: cell.figure ? [text] : wrapped(pages.regular, text, column.width / SIZE, CELL_LINES),
    }
  })
}

function print(
  pages: Pages,
  { lettered }: Table,
  { row, cells, y, height }: { row: TableRow; cells: Lines[]; y: number; height: number },
): void {
  const { canvas, room, regular } = pages
  if (lettered)
    canvas.text(regular, SIZE - 1, String(row.row), y + LINE - 2, { x: room.left, width: 28, align: 'right' })
  for (const { x, width, cell, lines } of cells)
    for (const [at, line] of lines.entries())
      canvas.text(regular, SIZE, line, y + (at + 1) * LINE - 2, {
        x,
        width,
        align: cell.figure ? 'right' : 'left',
      })
  canvas.rule(room.left, room.width, y + height, 0.85)
}

function leftOut(pages: Pages, { title, rows }: Table, from: number, inPart = false): false {
  const what = `${(rows.length - from).toLocaleString('en-GB')} rows${title === null ? '' : ` of ${title}`}`
  const whole = inPart ? `some columns of ${what}` : what
  pages.foot(`${oneLine(whole)} and what follows are left out here: download the file to read all of it.`)
  return false
}
