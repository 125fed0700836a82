import { type Canvas, fitted, oneLine, type Typeface, wrapped } from './canvas'
import { type Room, type SheetStyle, Sheets } from './sheets'

/** The layout of a paper, in points; small print is for its footer, column labels and the line below a row. */
export interface PaperStyle extends SheetStyle {
  /** Of the text. */
  size: number
  /** Distance between lines of a text, and of a cell. */
  line: number
  /** From the top of a line to its baseline. */
  baseline: number
  /** To the left and right of a column's content. */
  padding: number
  /** Maximum lines of a cell; the rest is cut. */
  cellLines: number
  title: { size: number; height: number; lines: number; under: number; after: number }
  heading: { size: number; height: number; above: number; stay: number }
  /** The grey band with the labels of a table's columns. */
  labels: { height: number; baseline: number }
}

/** For dense reports: small letters, cells of several lines; comments that fill pages are cut. */
export const REPORT_STYLE: PaperStyle = {
  margin: 48,
  foot: 24,
  small: 7.5,
  numbersBelow: 12,
  size: 9,
  line: 12,
  baseline: 11,
  padding: 4,
  cellLines: 40,
  title: { size: 16, height: 21, lines: 1, under: 15, after: 0 },
  heading: { size: 11, height: 20, above: 14, stay: 84 },
  labels: { height: 20, baseline: 13 },
}

/** In points: between the last line of a row and the rule below it. */
const GAP = 4

export interface PaperColumn {
  label: string
  /** Share of the total width. */
  part: number
  align?: 'right'
}

export interface PaperRow {
  cells: readonly string[]
  /** A line in small print below, across the whole width. */
  below?: string
  /** In bold. */
  strong?: boolean
}

/** A small chart of bars: one for each period, the newest in a darker grey. */
export interface PaperChart {
  title: string
  /** Oldest first. */
  bars: readonly {
    label: string
    /** Null where there is no figure. */
    value: number | null
    /** Above the bar. */
    shown: string
  }[]
}

/** The layout of a chart, in points. */
const CHART = { columns: 4, gap: 16, title: 12, value: 11, bars: 56, label: 20, after: 8 }

/** A period of several months is written on two lines. */
const LABEL_LINES = 2
const CHART_HEIGHT = CHART.title + CHART.value + CHART.bars + CHART.label + CHART.after

/** Columns with the positions of their texts, across the whole width. */
function placedColumns<C extends PaperColumn>(
  columns: readonly C[],
  { left, width }: Room,
  padding: number,
): (C & { x: number; width: number })[] {
  const whole = columns.reduce((sum, { part }) => sum + part, 0)
  let x = left
  return columns.map((column) => {
    const outer = (column.part / whole) * width
    const placed = { ...column, x: x + padding, width: outer - 2 * padding }
    x += outer
    return placed
  })
}

/** A laid-out row: the lines of its cells, and the heights of the cells and the row. */
function laidRow(
  columns: readonly (PaperColumn & { typeface: Typeface })[],
  { cells, below }: PaperRow,
  room: Room,
  { size, line, padding, cellLines }: PaperStyle,
) {
  const places = placedColumns(columns, room, padding).map((place, at) => {
    const text = oneLine(cells[at] ?? '')
    // A cut figure would look like another figure: it is squeezed instead.
    const lines =
      place.align === 'right' ? [text] : wrapped(place.typeface, text, place.width / size, cellLines)
    return { ...place, lines }
  })
  const tall = Math.max(...places.map(({ lines }) => lines.length)) * line
  return { places, tall, height: tall + GAP + (below === undefined ? 0 : line) }
}

const SENTENCE_LINES = 6

/** Of a paragraph: more than the longest text that people may write. */
const MAX_LINES = 1_000

/** A document to read or file: pages of headings, facts, sentences and tables, with a footer on each. */
export class Paper {
  readonly #sheets: Sheets
  readonly #style: PaperStyle
  readonly #footer: string
  #y = 0

  constructor(doc: PDFKit.PDFDocument, footer: string, style: PaperStyle) {
    this.#sheets = new Sheets(doc, style)
    this.#style = style
    this.#footer = footer
    this.#turn()
  }

  /** @param under the subject of the paper, one line each */
  title(title: string, under: readonly string[], kicker?: string): void {
    const { small, size: text, title: style } = this.#style
    const { regular, bold } = this.#sheets
    if (kicker !== undefined) this.#line(regular, small, kicker, small * 1.6)
    for (const each of wrapped(bold, oneLine(title), this.#room.width / style.size, style.lines))
      this.#line(bold, style.size, each, style.height)
    for (const each of under) this.#line(regular, text + 1, each, style.under)
    this.#y += 4
    this.#rule(0)
    this.#y += style.after
  }

  /** A heading, kept on one page with the part that follows. */
  heading(text: string): void {
    const { size, height, above, stay } = this.#style.heading
    this.#need(stay)
    this.#y += above
    this.#line(this.#sheets.bold, size, text, height)
  }

  sentence(text: string): void {
    const { size, line } = this.#style
    const { regular } = this.#sheets
    for (const each of wrapped(regular, oneLine(text), this.#room.width / size, SENTENCE_LINES)) {
      this.#need(line)
      this.#line(regular, size, each, line)
    }
  }

  /** A text of any length, as people wrote it: paragraphs on as many lines and pages as they need. */
  text(text: string): void {
    const { size, line } = this.#style
    const { regular } = this.#sheets
    for (const paragraph of text.trim().split(/\r?\n/))
      for (const each of wrapped(regular, oneLine(paragraph), this.#room.width / size, MAX_LINES)) {
        this.#need(line)
        this.#line(regular, size, each, line)
      }
  }

  /** Labels with their values, two pairs per line. */
  facts(pairs: readonly (readonly [label: string, value: string])[]): void {
    const { regular, bold } = this.#sheets
    const columns = [19, 31, 19, 31].map((part, at) => ({
      label: '',
      part,
      typeface: at % 2 === 0 ? bold : regular,
    }))
    for (let at = 0; at < pairs.length; at += 2) this.#row(columns, { cells: pairs.slice(at, at + 2).flat() })
  }

  /** A table; its labels are repeated on each page, and stay with the row below them. */
  table(columns: readonly PaperColumn[], rows: readonly PaperRow[]): void {
    const { regular, bold } = this.#sheets
    const written = columns.map((column) => ({ ...column, typeface: regular }))
    const strong = columns.map((column) => ({ ...column, typeface: bold }))
    const placed = (row: PaperRow) => (row.strong ? strong : written)
    const [first] = rows
    const under = first ? laidRow(placed(first), first, this.#room, this.#style).height : 0
    this.#need(this.#style.labels.height + under)
    this.#labels(columns)
    for (const row of rows) this.#row(placed(row), row, () => this.#labels(columns))
  }

  /** Begins a new page. */
  page(): void {
    this.#turn()
  }

  /** Leaves a gap between two tables. */
  space(): void {
    this.#y += this.#style.line
  }

  /** Small charts beside each other, four to a row. */
  charts(charts: readonly PaperChart[]): void {
    for (let at = 0; at < charts.length; at += CHART.columns) {
      this.#need(CHART_HEIGHT)
      for (const [place, chart] of charts.slice(at, at + CHART.columns).entries()) this.#chart(chart, place)
      this.#y += CHART_HEIGHT
    }
  }

  /** Adds the last footers; the document stays open. */
  end(): void {
    this.#sheets.end()
  }

  #chart({ title, bars }: PaperChart, place: number): void {
    const { regular, bold } = this.#sheets
    const { small } = this.#style
    const { left, width } = this.#room
    const outer = (width - CHART.gap * (CHART.columns - 1)) / CHART.columns
    const x = left + place * (outer + CHART.gap)
    this.#canvas.text(bold, small, fitted(bold, oneLine(title), outer / small), this.#y + small, {
      x,
      width: outer,
    })
    const base = this.#y + CHART.title + CHART.value + CHART.bars
    const highest = Math.max(...bars.map(({ value }) => Math.abs(value ?? 0))) || 1
    const slot = outer / Math.max(1, bars.length)
    for (const [at, { label, value, shown }] of bars.entries()) {
      const box = { x: x + at * slot, width: slot, align: 'centre' as const }
      const tall = (Math.abs(value ?? 0) / highest) * CHART.bars
      const isNewest = at === bars.length - 1
      this.#canvas.band(box.x + slot * 0.2, slot * 0.6, base - tall, tall, isNewest ? 0.4 : 0.75)
      this.#canvas.text(isNewest ? bold : regular, small - 1, shown, base - tall - 3, box)
      const tiny = small - 1
      for (const [line, text] of wrapped(regular, label, slot / tiny, LABEL_LINES).entries())
        this.#canvas.text(regular, tiny, text, base + small + 1 + line * small, box)
    }
    this.#canvas.rule(x, outer, base, 0.4)
  }

  #labels(columns: readonly PaperColumn[]): void {
    const { small, labels, padding } = this.#style
    const { left, width } = this.#room
    this.#canvas.band(left, width, this.#y, labels.height)
    for (const { label, ...box } of placedColumns(columns, this.#room, padding))
      this.#canvas.text(this.#sheets.bold, small, label, this.#y + labels.baseline, box)
    this.#y += labels.height
  }

  /** @param again redraws the start of a page that begins with this row */
  #row(columns: readonly (PaperColumn & { typeface: Typeface })[], row: PaperRow, again = () => {}): void {
    const { size, small, line, baseline, padding } = this.#style
    const { left, width } = this.#room
    const { places, tall, height } = laidRow(columns, row, this.#room, this.#style)
    this.#need(height, again)
    for (const { typeface, lines, ...box } of places)
      for (const [at, text] of lines.entries())
        this.#canvas.text(typeface, size, text, this.#y + baseline + at * line, box)
    const across = { x: left + padding, width: width - 2 * padding }
    const below = row.below ?? ''
    this.#canvas.text(this.#sheets.regular, small, below, this.#y + baseline + tall, across)
    this.#y += height
    this.#rule(0.8)
  }

  #line(typeface: Typeface, size: number, text: string, height: number): void {
    const { left: x, width } = this.#room
    const shown = fitted(typeface, oneLine(text), width / size)
    this.#canvas.text(typeface, size, shown, this.#y + height - size * 0.4, { x, width })
    this.#y += height
  }

  #rule(grey: number): void {
    this.#canvas.rule(this.#room.left, this.#room.width, this.#y, grey)
  }

  /** Starts a new page if there is less room than this. */
  #need(height: number, again = () => {}): void {
    if (this.#y + height <= this.#room.bottom) return
    this.#turn()
    again()
  }

  #turn(): void {
    this.#sheets.turn()
    const { left: x, top, width } = this.#room
    const { regular, doc } = this.#sheets
    const { small, margin } = this.#style
    this.#y = top
    const shown = fitted(regular, oneLine(this.#footer), width / small)
    this.#canvas.text(regular, small, shown, doc.page.height - margin, { x, width })
  }

  get #canvas(): Canvas {
    return this.#sheets.canvas
  }

  get #room(): Room {
    return this.#sheets.room
  }
}
