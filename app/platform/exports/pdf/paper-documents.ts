import { showFixed } from '~/platform/values/show'
import type { Paper } from './paper'

interface PaperDocument {
  fileName: string
  fileType: string
  createdAt: Date
  /** In bytes. */
  size: number
  sha256: string
}

/** The documents of an object, each with its SHA-256. */
export function addDocuments(
  pages: Paper,
  documents: readonly PaperDocument[],
  shown: (at: Date) => string,
): void {
  pages.table(
    [
      { label: 'File Name', part: 50 },
      { label: 'File Type', part: 22 },
      { label: 'Creation Date', part: 20 },
      { label: 'Bytes', part: 12, align: 'right' },
    ],
    documents.map(({ fileName, fileType, createdAt, size, sha256 }) => ({
      cells: [fileName, fileType, shown(createdAt), showFixed(String(size), 0)],
      below: `SHA-256 ${sha256}`,
    })),
  )
}
