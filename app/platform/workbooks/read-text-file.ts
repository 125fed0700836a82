import { DomainError } from '~/platform/values/domain-error'
import { Budget } from './limits'
import type { Cell, Row, Workbook } from './workbook'

/** Of equals the earlier counts. */
const SEPARATORS = [';', '\t', '|', ','] as const
type Separator = (typeof SEPARATORS)[number]

/** So many rows decide on the separator. */
const LOOKED_AT = 50

/**
 * Reads a text file of fields (.csv, .tsv, .txt): one sheet, called as the file is without its ending, whose cells are all
 * text. A byte order mark says the encoding; without one it is UTF-8 where that is valid, otherwise Windows-1252.
 * @throws DomainError 'invalid' naming the file: it is no text, too large, or a quote is not closed
 */
export function readTextFile(bytes: Uint8Array, file: string): Workbook {
  const text = decoded(bytes)
  if (!isText(text))
    throw new DomainError(
      'invalid',
      `${file} is not a text file. Choose a workbook or a text file (.csv, .tsv, .txt).`,
    )
  const budget = new Budget(file)
  const separator = statedSeparator(text) ?? likelySeparator(text)
  const rows: Row[] = []
  for (const { row, fields, isClosed } of fieldsOf(text, separator)) {
    if (!isClosed)
      throw new DomainError(
        'invalid',
        `${file}: a quotation mark in row ${row} is not closed. Close it and upload it again, or export the file again.`,
      )
    const cells: Cell[] = []
    for (const [at, field] of fields.entries()) {
      if (field === '') continue
      budget.cell()
      budget.text(field.length)
      cells.push({ column: at + 1, kind: 'text', text: field, format: 'general' })
    }
    if (cells.length > 0) rows.push({ row, cells })
  }
  return { file, sheets: [{ name: file.replace(/\.[^.]*$/, ''), date1904: false, rows }] }
}

/** Whether bytes are those of a text file: without NUL, and no HTML or XML. */
export function isTextFile(bytes: Uint8Array): boolean {
  return isText(decoded(bytes))
}

const isText = (text: string) => !text.includes('\0') && !text.startsWith('<')

function decoded(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ofWindows(bytes)
  }
}

/** The characters of Windows-1252 from 0x80 on; TextDecoder gives control characters for them in some versions of Node. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const ofWindows = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => FROM_0X80[letter.charCodeAt(0) - 0x80] ?? letter)

/** "sep=;" in the first line. */
function statedSeparator(text: string): Separator | null {
  const [, stated] = /^sep=([;\t|,])(?:\r|\n|$)/.exec(text) ?? []
  return (stated as Separator | undefined) ?? null
}

/** The separator with which most of the first rows have one and the same number of fields, two or more; "" for none. */
function likelySeparator(text: string): Separator | '' {
  let best: { separator: Separator | ''; rows: number } = { separator: '', rows: 0 }
  for (const separator of SEPARATORS) {
    const rowsOf = new Map<number, number>()
    let looked = 0
    for (const { fields } of fieldsOf(text, separator)) {
      if (fields.length > 1) rowsOf.set(fields.length, (rowsOf.get(fields.length) ?? 0) + 1)
      looked += 1
      if (looked === LOOKED_AT) break
    }
    const rows = Math.max(0, ...rowsOf.values())
    if (rows > best.rows) best = { separator, rows }
  }
  return best.separator
}

interface TextRow {
  row: number
  fields: string[]
  /** False if a quoted field runs to the end of the file. */
  isClosed: boolean
}

/** The rows of a text as in RFC 4180; a quotation mark within a field that does not begin with one stands as it is. */
function* fieldsOf(text: string, separator: Separator | ''): Generator<TextRow, void, void> {
  let at = 0
  for (let row = 1; at < text.length; row += 1) {
    const fields: string[] = []
    let isClosed = true
    for (;;) {
      let field = ''
      if (text[at] === '"') {
        const quoted = quotedField(text, at)
        field = quoted.field
        at = quoted.end
        isClosed = quoted.isClosed
      }
      const end = fieldEnd(text, at, separator)
      fields.push(field + text.slice(at, end))
      at = end
      if (separator === '' || text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 2
    else at += 1
    yield { row, fields, isClosed }
  }
}

function quotedField(text: string, begin: number): { field: string; end: number; isClosed: boolean } {
  let field = ''
  for (let at = begin + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { field: field + text.slice(at), end: text.length, isClosed: false }
    field += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { field, end: quote + 1, isClosed: true }
    field += '"'
    at = quote + 2
  }
}

function fieldEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '\n' || letter === '\r' || letter === separator) return at
  }
  return text.length
}
