import type { ExportFormat, ExportHead, ExportLine } from './contract'

/** Writes a file of a table while its lines come; pulls no line that its reader has no use for yet. */
export type Writer = (head: ExportHead, lines: AsyncIterable<ExportLine[]>) => AsyncIterable<Uint8Array>

/** The writer of each format, loaded when it is first used: each brings a large package, and a thread uses one of them. */
export const WRITERS: Record<ExportFormat, Writer> = {
  xlsx: loaded(async () => (await import('./excel/write-excel')).writeExcel),
  csv: loaded(async () => (await import('./csv/write-csv')).writeCsv),
  pdf: loaded(async () => (await import('./pdf/write-pdf')).writePdf),
}

function loaded(load: () => Promise<Writer>): Writer {
  return async function* (head, lines) {
    const write = await load()
    yield* write(head, lines)
  }
}
