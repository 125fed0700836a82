import type { ExportFormat, ExportHead, ExportLine } from './contract'
import { writeCsv } from './csv/write-csv'
import { writeExcel } from './excel/write-excel'
import { writePdf } from './pdf/write-pdf'

/** Writes a file of a table while its lines come; pulls no line that its reader has no use for yet. */
export type Writer = (head: ExportHead, lines: AsyncIterable<ExportLine[]>) => AsyncIterable<Uint8Array>

export const WRITERS: Record<ExportFormat, Writer> = { xlsx: writeExcel, csv: writeCsv, pdf: writePdf }
