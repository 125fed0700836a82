import { cleanText, type ExportHead, type ExportLine, type TypedValue, typedValue } from './table'

/** A spreadsheet runs a text that begins with one of these as a formula; Japanese ones accept the wide signs, too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * The same within a text. Where lists are separated by semicolons, or when a file is split at tabs, a quote that does
 * not begin a cell is an ordinary character: semicolons, tabs and line ends of a quoted text begin cells of their own.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/**
 * A field of a line (RFC 4180): figures exact, days and instants as ISO 8601 writes them, texts that no program runs.
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

/**
 * A text as a field: quoted where a reader could split it, with an apostrophe before text that a spreadsheet would run.
 */
export function csvText(text: string): string {
  const clean = cleanText(text).replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(clean) ? `'${clean}` : clean
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// With the mark spreadsheets take the file for UTF-8.
const BYTE_ORDER_MARK = '\ufeff'

/** The rows as comma-separated values (RFC 4180, UTF-8): one head line, then rows only, no groups and no totals. */
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
