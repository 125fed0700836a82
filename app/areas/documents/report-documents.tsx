import { Instant } from '~/platform/page/instant'
import { useFileThen } from '~/platform/page/past-link'
import { shownFileName } from '~/ui/file-frame/file-frame'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { ListedDocument } from './documents-of.server'

/** A file that can be read and saved with an object: stored, or generated on every request. */
export interface ReportDocument {
  /** Where it is downloaded. */
  href: string
  fileName: string
  fileType: string
  /** For a file that is generated on request: the date of the state that it shows. */
  creationDate: Date
}

/** Stored documents as report documents. */
export const storedDocuments = (documents: readonly ListedDocument[]): ReportDocument[] =>
  documents.map(({ id, fileName, file_type, creationDate }) => ({
    href: `/documents/${id}`,
    fileName,
    fileType: file_type,
    creationDate,
  }))

interface ReportDocumentsProps {
  /** "Report documents of invoice 12" */
  title: string
  rows: ReportDocument[]
  /** Shown when there is none: why, and when there will be one. */
  empty: string
}

/** The read-only grid of report documents (specification, section 2): Reports (download), name, type, date. */
export function ReportDocuments({ title, rows, empty }: ReportDocumentsProps) {
  const fileThen = useFileThen()
  return (
    <Grid
      title={title}
      columns={COLUMNS}
      rows={rows.map((row) => ({ ...row, href: fileThen(row.href) }))}
      total={rows.length}
      rowKey={({ href }) => href}
      empty={empty}
    />
  )
}

const COLUMNS: GridColumn<ReportDocument>[] = [
  {
    id: 'href',
    header: 'Reports',
    size: 90,
    meta: { kind: 'link' },
    cell: ({ row }) => (
      <a href={row.original.href} download aria-label={`Download ${row.original.fileName}`}>
        Download
      </a>
    ),
  },
  {
    id: 'fileName',
    header: 'File Name',
    meta: { kind: 'text', cellTitle: ({ fileName }) => fileName },
    cell: ({ row }) => shownFileName(row.original.fileName),
  },
  {
    id: 'fileType',
    header: 'File Type',
    size: 150,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.fileType,
  },
  {
    id: 'creationDate',
    header: 'Creation Date',
    size: 145,
    meta: { kind: 'instant' },
    cell: ({ row }) => <Instant at={row.original.creationDate} />,
  },
]
