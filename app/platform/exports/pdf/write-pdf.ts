import type { ExportHead, ExportLine } from '../contract'
import { openPdf } from './open-pdf'
import { TablePages } from './table-pages'

/** The table on landscape A4 pages numbered "n of total" (specification, section 9), page by page. */
export async function* writePdf(
  head: ExportHead,
  lines: AsyncIterable<ExportLine[]>,
): AsyncGenerator<Uint8Array> {
  const { title, by, made } = head
  const doc = openPdf({ title, author: by, made, landscape: true })
  const pages = new TablePages(doc, head)
  for await (const batch of lines) {
    for (const line of batch) pages.add(line)
    yield* written(doc)
  }
  pages.end()
  doc.end()
  yield* written(doc)
}

/** What the document has written so far. */
function* written(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let bytes = doc.read(); bytes !== null; bytes = doc.read()) yield bytes as Buffer
}
