import { inflateSync } from 'node:zlib'
import { printInvoice, WRITTEN_ELEMENTS } from '~/platform/einvoices/print-invoice'
import { readXmlTree } from '~/platform/einvoices/xml-tree'
import { cleanText } from '~/platform/exports/table'
import { kindOf } from '~/platform/files/file-kind'
import { type FileKind, PREVIEWED_WORKBOOKS } from '~/platform/files/file-types'
import { Big } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { type Cell, dayOfIso, dayOfSerial, type Sheet } from '~/platform/workbooks/workbook'
import { damaged, note, Pages, type Shown } from './pages'
import { printTable, type Table, type TableCell, type TableRow } from './table-pages'

/** In points; every character of a monospaced font is 0.602 of its size wide. */
const SIZE = 8
const LINE = 10.5
const COLUMNS = 108
const TAB = 4

/** Unchanged text in a monospaced font on A4 pages; long lines are broken. */
export function textPages(text: string, most?: number): Promise<Uint8Array> {
  const pages = new Pages({ most })
  let y = Number.POSITIVE_INFINITY
  let left = 0
  for (const line of linesOf(text)) {
    if (left > 0) {
      left++
      continue
    }
    if (y === Number.POSITIVE_INFINITY || y + LINE > pages.room.bottom) {
      if (pages.isLast) {
        left = 1
        continue
      }
      pages.turn()
      y = pages.room.top
    }
    y += LINE
    pages.canvas.text(pages.mono, SIZE, line, y - 3, { x: pages.room.left, width: pages.room.width })
  }
  if (left > 0)
    pages.foot(
      `${left.toLocaleString('en-GB')} more lines are left out here: download the file to read them.`,
    )
  return pages.whole()
}

/** The lines as printed, no longer than the page is wide. */
function* linesOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length || at === 0) {
    const end = lineEnd(text, at)
    const line = withBlanks(cleanText(text.slice(at, end)))
    yield* parts(line)
    if (end >= text.length) return
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    if (at === text.length) return
  }
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13 || code === 12) return at
  }
  return text.length
}

function* parts(line: string): Generator<string> {
  let part = ''
  let length = 0
  let any = false
  for (const character of line) {
    if (length === COLUMNS) {
      yield part
      any = true
      part = ''
      length = 0
    }
    part += character
    length++
  }
  if (part !== '' || !any) yield part
}

/** Expands tabs to blanks up to the next stop. */
function withBlanks(line: string): string {
  if (!line.includes('\t')) return line
  let spread = ''
  for (const character of line)
    spread += character === '\t' ? ' '.repeat(TAB - (spread.length % TAB)) : character
  return spread
}

const SEPARATORS = [';', ',', '\t', '|'] as const
const SAMPLE = 64 * 1024

/** Rows of a csv text (RFC 4180), one by one; the separator is the one used most evenly in the first lines. */
export function* csvRows(text: string): Generator<string[]> {
  const separator = separatorOf(text.slice(0, SAMPLE))
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1)
      cell = text.slice(at + 1, closing).replaceAll('""', '"')
      at = Math.min(text.length, closing + 1)
    }
    // Text after a closing quote still belongs to the cell.
    const end = cellEnd(text, at, separator)
    cell += text.slice(at, end)
    at = end
    row.push(cell)
    if (text[at] === separator) {
      at++
      if (at === text.length) row.push('')
      else continue
    }
    yield row
    row = []
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  if (row.length > 0) yield row
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return text.length
}

function cellEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') return at
  }
  return text.length
}

function separatorOf(sample: string): string {
  const lines = sample
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const scored = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const [first = 0] = counts
    return { separator, score: counts.filter((count) => count > 0 && count === first).length }
  })
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).separator
}

/** Excel shows no more digits. */
const DIGITS = 15

/** A cell of a workbook as Excel shows it; formats other than dates and percents are ignored. */
function shownCell(cell: Cell, { date1904 }: Pick<Sheet, 'date1904'>): TableCell {
  switch (cell.kind) {
    case 'number':
      return { text: numberText(cell, date1904), figure: true }
    case 'date': {
      const day = dayOfIso(cell.text)
      return { text: day ? showDay(day) : cell.text, figure: true }
    }
    case 'unresolved':
      return { text: '(formula without a stored result)', figure: false }
    default:
      return { text: cell.text, figure: false }
  }
}

function numberText({ text, format }: Cell, date1904: boolean): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (format === 'date') {
    const day = dayOfSerial(value, date1904)
    if (day !== null) return `${showDay(day)}${timeText(value)}`
  }
  // Beyond these limits plain notation would be a row of zeros.
  if (value !== 0 && (Math.abs(value) >= 1e21 || Math.abs(value) < 1e-12)) return value.toExponential()
  const rounded = new Big(value.toPrecision(DIGITS))
  return format === 'percent' ? `${rounded.times(100).toFixed()}%` : rounded.toFixed()
}

/** " 14:30" of a date with a time of day. */
function timeText(serial: number): string {
  const minutes = Math.round((serial - Math.floor(serial)) * 24 * 60)
  if (minutes === 0 || minutes === 24 * 60) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  return ` ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** An image on one page, as large as it fits. @throws when the image is damaged */
function imagePage(bytes: Uint8Array, isPng: boolean): Promise<Uint8Array> {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPng) refuseBrokenPng(image)
  const pages = new Pages({ landscape: isPng && image.readUInt32BE(16) > image.readUInt32BE(20) })
  pages.turn()
  const { left, top, width, bottom } = pages.room
  pages.doc.image(image, left, top, { fit: [width, bottom - top], align: 'center', valign: 'center' })
  return pages.whole()
}

/** Most pixels that are decoded, 8 bytes each. */
const MAX_PIXELS = 25_000_000
const WITH_ALPHA = [4, 6]

/**
 * pdfkit unpacks images that a PDF cannot hold unchanged, however large they become, where its errors cannot be caught.
 */
function refuseBrokenPng(image: Buffer): void {
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  if (width * height === 0) throw new Error('an image without pixels')
  const packed: Buffer[] = []
  let transparent = false
  for (let at = 8; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at)
    const type = image.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > image.length) throw new Error('an image that ends too early')
    if (type === 'IDAT') packed.push(image.subarray(at + 8, at + 8 + length))
    if (type === 'tRNS') transparent = true
    if (type === 'IEND') break
    at += 12 + length
  }
  if (packed.length === 0) throw new Error('an image without content')
  const [colours = 0, interlaced] = [image[25], image[28]]
  if (!transparent && !interlaced && !WITH_ALPHA.includes(colours)) return
  if (width * height > MAX_PIXELS) throw new Error('an image that is too large to be unpacked')
  inflateSync(Buffer.concat(packed), { maxOutputLength: width * height * 8 + height + 1024 })
}

const FIGURE = /^[-+]?[\d.,'’ ]*\d[\d.,'’ ]*%?$/

/**
 * A document as a PDF for viewing: text, csv, e-invoices, Excel (.xlsx, .xlsm, .xlsb, .xls, values only), png and jpeg. Anything
 * else gets a note. Never throws because of a file's content.
 */
export async function toPdf(file: { name: string; bytes: Uint8Array }): Promise<Shown> {
  const kind = await kindOf(file.bytes)
  try {
    if (kind.family === 'text') return await textShown(file.bytes, kind)
    if (kind.family === 'e-invoice')
      return { as: 'pdf', bytes: await printInvoice(readXmlTree(file.bytes, { whole: WRITTEN_ELEMENTS })) }
    if (PREVIEWED_WORKBOOKS.includes(kind.extension)) return await workbookShown(file)
    if (['image/png', 'image/jpeg'].includes(kind.mediaType))
      return { as: 'pdf', bytes: await imagePage(file.bytes, kind.extension === 'png') }
  } catch (error) {
    if (error instanceof DomainError)
      return note('This workbook is damaged, or larger than what can be previewed.')
    return damaged(kind.label)
  }
  if (kind.family === 'protected') return note('It is protected by a password, so it cannot be previewed.')
  return note(`It is ${kind.label}, which cannot be previewed here.`)
}

async function textShown(bytes: Uint8Array, { charset, extension }: FileKind): Promise<Shown> {
  const text = new TextDecoder(charset).decode(bytes)
  if (extension !== 'csv') return { as: 'pdf', bytes: await textPages(text) }
  const rows: TableRow[] = []
  for (const cells of csvRows(text)) {
    const filled = cells.flatMap((each, at) =>
      each === '' ? [] : [[at, { text: each, figure: FIGURE.test(each) }] as const],
    )
    rows.push({ row: rows.length + 1, cells: new Map(filled) })
  }
  return { as: 'pdf', bytes: await tables([{ title: null, rows, lettered: false }]) }
}

async function workbookShown(file: { name: string; bytes: Uint8Array }): Promise<Shown> {
  const { sheets } = await readWorkbook(file.bytes, file.name)
  if (sheets.length === 0)
    return note('This workbook has no sheet with cells, so there is nothing to preview.')
  const printed = sheets.map((sheet) => ({
    title: sheet.name,
    lettered: true,
    rows: sheet.rows.map(({ row, cells }) => ({
      row,
      cells: new Map(cells.map((cell) => [cell.column - 1, shownCell(cell, sheet)] as const)),
    })),
  }))
  return { as: 'pdf', bytes: await tables(printed) }
}

function tables(all: readonly Table[]): Promise<Uint8Array> {
  const pages = new Pages({ landscape: true })
  for (const table of all) if (!printTable(pages, table)) break
  return pages.whole()
}
