import type { ExportHead, ExportLine } from '../contract'
import { typedValue } from '../typed-value'
import { csvField, csvText } from './csv-field'

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
      // A line with nothing on it would be no row to many readers.
      text += `${fields.join(',') || '""'}\r\n`
    }
    if (text !== '') yield encoder.encode(text)
  }
}
