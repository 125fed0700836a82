import { displayName } from '~/platform/files/display-name'
import { scanWords } from '~/platform/files/virus-scan'
import { showDay, showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { DocumentRow } from './documents-for.server'
import { SelectDocument } from './select-document'

/** Columns of an object's documents (specification: document list for an object). They are few: nobody groups them. */
export function documentColumns(timeZone: string): GridColumn<DocumentRow>[] {
  return [
    {
      id: 'fileName',
      label: 'File Name',
      kind: 'text',
      groupable: false,
      cellTitle: ({ fileName }) => fileName,
      exported: ({ fileName }) => displayName(fileName),
      render: ({ id, fileName }) => <SelectDocument id={id} fileName={fileName} />,
    },
    {
      id: 'creationDate',
      label: 'Creation Date',
      kind: 'instant',
      width: 130,
      groupable: false,
      show: showDay,
      render: ({ creationDate }) => showInstant(creationDate, timeZone),
    },
    { id: 'createdBy', label: 'User', kind: 'text', groupable: false, render: ({ createdBy }) => createdBy },
    {
      id: 'file_type',
      label: 'File Type',
      kind: 'text',
      hiddenByDefault: true,
      groupable: false,
      render: ({ file_type }) => file_type,
    },
    {
      id: 'scannedBy',
      label: 'Virus Scan',
      kind: 'text',
      width: 150,
      groupable: false,
      cellTitle: ({ scannedBy }) => scannedBy ?? undefined,
      exported: scanWords,
      render: scanWords,
    },
  ]
}

export const DOCUMENT_GRID = { prefix: 'docs' }
