import type { WrittenFile } from 'tests/support/workbooks/write'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Workbooks for a file field. */
export function payloads(files: readonly WrittenFile[]) {
  return files.map(({ name, bytes }) => ({ name, mimeType: XLSX, buffer: Buffer.from(bytes) }))
}
