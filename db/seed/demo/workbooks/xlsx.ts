import { type ZipOptions, zipBytes } from '~/platform/exports/zip'
import { type Day, daysBetween } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** The time of the parts of a workbook: a fixed one keeps its bytes the same. */
const AT = new Date('2026-01-01T00:00:00Z')

/** The parts of a workbook, by name, as its file. */
export function partsAsFile(
  parts: readonly (readonly [name: string, content: string | Uint8Array])[],
  options: ZipOptions,
): Uint8Array {
  const files = parts.map(([name, content]) => ({ name, bytes: Buffer.from(content), at: AT }))
  return zipBytes(files, options)
}

/** Number formats of a cell, by name. */
const FORMATS = {
  plain: 'General',
  date: 'dd/mm/yyyy',
  amount: '#,##0.00',
  price: '#,##0.00####',
  rate: '0.00######',
  percent: '0.0000',
} as const
/** One of these, or a percent format code ("0.0%"). */
export type NumberFormat = keyof typeof FORMATS | `${string}%`
type StyleOf = (format?: NumberFormat) => number

export type XlsxCell =
  | null
  | string
  | { number: Decimal; format?: NumberFormat }
  | { day: Day }
  | { bold: string }
  | { boolean: boolean }
  /** Such as "#N/A". */
  | { error: string }
  /** The result last calculated by a program; never a text. */
  | { formula: string; result?: number | boolean; format?: NumberFormat }

export interface XlsxSheet {
  name: string
  rows: XlsxCell[][]
  /** Widths of the columns in characters. */
  widths?: number[]
  hidden?: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const NAMES: string[] = Object.keys(FORMATS)
const BOLD = NAMES.length

/**
 * A small, fast writer of .xlsx for the demo's own files: the same input gives the same bytes, without date, author or
 * program. exceljs writes the files that users export.
 */
export function writeXlsx(sheets: readonly XlsxSheet[], options: ZipOptions): Uint8Array {
  const each = (write: (sheet: XlsxSheet, number: number) => string) =>
    sheets.map((sheet, index) => write(sheet, index + 1)).join('')
  const percents: string[] = []
  const styleOf: StyleOf = (format = 'plain') => {
    if (NAMES.includes(format)) return NAMES.indexOf(format)
    if (!percents.includes(format)) percents.push(format)
    return BOLD + 1 + percents.indexOf(format)
  }
  const written = sheets.map((sheet) => sheetXml(sheet, styleOf))
  return partsAsFile(
    [
      [
        '[Content_Types].xml',
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`)}</Types>`,
      ],
      [
        '_rels/.rels',
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        'xl/workbook.xml',
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name, hidden }, n) => `<sheet name="${escaped(name)}" sheetId="${n}"${hidden ? ' state="hidden"' : ''} r:id="rId${n}"/>`)}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ['xl/styles.xml', stylesXml(percents)],
      ...written.map((xml, index): [string, string] => [`xl/worksheets/sheet${index + 1}.xml`, xml]),
    ],
    options,
  )
}

function stylesXml(percents: readonly string[]): string {
  const codes = [...Object.values(FORMATS).slice(1), ...percents]
  const formats = codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`)
  const style = (numFmtId: number) =>
    `<xf numFmtId="${numFmtId}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  const styles = [
    ...NAMES.map((_, i) => style(i === 0 ? 0 : 163 + i)),
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    ...percents.map((_, i) => style(163 + NAMES.length + i)),
  ]
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`
}

function sheetXml({ rows, widths }: XlsxSheet, styleOf: StyleOf): string {
  const columns = widths
    ? `<cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`
    : ''
  const body = rows
    .map((cells, r) => {
      const written = cells.map((cell, c) => cellXml(`${letters(c + 1)}${r + 1}`, cell, styleOf)).join('')
      return written === '' ? '' : `<row r="${r + 1}">${written}</row>`
    })
    .join('')
  return `${HEAD}<worksheet xmlns="${MAIN}">${columns}<sheetData>${body}</sheetData></worksheet>`
}

function cellXml(at: string, cell: XlsxCell, styleOf: StyleOf): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textXml(at, cell, 0)
  if ('bold' in cell) return textXml(at, cell.bold, BOLD)
  if ('day' in cell)
    return `<c r="${at}" s="${styleOf('date')}"><v>${daysBetween('1899-12-30', cell.day)}</v></c>`
  if ('boolean' in cell) return `<c r="${at}" t="b"><v>${Number(cell.boolean)}</v></c>`
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`
  const style = styleOf(cell.format)
  if ('number' in cell) return `<c r="${at}" s="${style}"><v>${cell.number}</v></c>`
  const kind = typeof cell.result === 'boolean' ? ' t="b"' : ''
  const result = cell.result === undefined ? '' : `<v>${Number(cell.result)}</v>`
  return `<c r="${at}" s="${style}"${kind}><f>${escaped(cell.formula)}</f>${result}</c>`
}

function textXml(at: string, value: string, style: number): string {
  return `<c r="${at}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Letters of a column number, from 1. */
export function letters(column: number): string {
  return column > 26
    ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)
}
