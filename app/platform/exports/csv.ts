import { cleanText, type ExportHead, type ExportLine, type TypedValue, typedValue } from './table'

/** A spreadsheet runs text that begins with one of these as a formula; Japanese ones also accept the wide signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * The same within a text. Where lists are separated by semicolons, or a file is split at tabs, a quote that does not
 * begin a cell is an ordinary character: semicolons, tabs and line ends in a quoted text begin new cells.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/**
 * A field of a line (RFC 4180): exact figures, days and instants in ISO 8601, texts made safe from running as formulas.
 */
export function csvField(value: TypedValue): string {
  switch (value.kind) {
    case 'empty':
      return ''
    case 'number':
      return value.number
    case 'day':
      return value.day
    case 'instant':
      return `${value.day} ${value.time}`
    case 'boolean':
      return String(value.truth)
    case 'text':
      return csvText(value.text)
  }
}

/** Quotes a text where a reader could split it; puts an apostrophe before text that a spreadsheet would run. */
export function csvText(text: string): string {
  const clean = cleanText(text).replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(clean) ? `'${clean}` : clean
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// The mark makes spreadsheets read the file as UTF-8.
const BYTE_ORDER_MARK = '\ufeff'

/** Comma-separated values (RFC 4180, UTF-8): one header line, then only rows, no groups and no totals. */
export async function* writeCsv(
  { columns, timeZone }: ExportHead,
  lines: AsyncIterable<ExportLine[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const labels = columns.map(({ label }) => csvText(label))
  yield encoder.encode(`${BYTE_ORDER_MARK}${labels.join(',')}\r\n`)
  for await (const batch of lines) {
    let text = ''
    for (const line of batch) {
      if (!('row' in line)) continue
      const fields = columns.map(({ kind }, at) => csvField(typedValue(line.row[at] ?? null, kind, timeZone)))
      // Many readers do not count an empty line as a row.
      text += `${fields.join(',') || '""'}\r\n`
    }
    if (text !== '') yield encoder.encode(text)
  }
}
