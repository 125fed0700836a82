import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { displayName } from '~/platform/files/file-types'
import { scanLabel } from '~/platform/files/virus-scan'
import { Instant } from '~/platform/page/instant'
import { showDay } from '~/platform/values/show'
import { FileFrame } from '~/ui/file-frame/file-frame'
import { useScripts } from '~/ui/form/use-preserved-focus'
import { fieldsOf, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { DeleteDialog, type DocumentToDelete } from './delete-document'
import type { DocumentRow } from './documents-of.server'
import { DELETING, panelHref, SELECTED, UPLOADING, withBack } from './panel-address'
import { UploadDocuments } from './upload-documents'

/** Selects a document of the list, which is then previewed; one is selected at a time. */
function SelectDocument({ id, fileName }: { id: number; fileName: string }) {
  const location = useLocation()
  return (
    <Link
      className="grid__open"
      to={panelHref(location, { [SELECTED]: String(id) })}
      // The page keeps the mode it was opened in: closing it leads back to its list.
      state={location.state}
      replace
      preventScrollReset
    >
      <bdi>{displayName(fileName)}</bdi>
    </Link>
  )
}

/** The specification's columns of a document list for an object. They are too few to group. */
const DOCUMENT_COLUMNS: GridColumn<DocumentRow>[] = [
  {
    id: 'fileName',
    header: 'File Name',
    enableGrouping: false,
    meta: {
      kind: 'text',
      phone: 'object',
      cellTitle: ({ fileName }) => fileName,
      exported: ({ fileName }) => displayName(fileName),
    },
    cell: ({ row }) => <SelectDocument id={row.original.id} fileName={row.original.fileName} />,
  },
  {
    id: 'creationDate',
    header: 'Creation Date',
    size: 145,
    enableGrouping: false,
    meta: { kind: 'instant', show: showDay, phone: 'due' },
    cell: ({ row }) => <Instant at={row.original.creationDate} />,
  },
  {
    id: 'createdBy',
    header: 'User',
    enableGrouping: false,
    meta: { kind: 'text', phone: 'status' },
    cell: ({ row }) => row.original.createdBy,
  },
  {
    id: 'file_type',
    header: 'File Type',
    enableGrouping: false,
    meta: { kind: 'text', hiddenByDefault: true },
    cell: ({ row }) => row.original.file_type,
  },
]

const SCAN_COLUMN: GridColumn<DocumentRow> = {
  id: 'scannedBy',
  header: 'Virus Scan',
  size: 150,
  enableGrouping: false,
  accessorFn: scanLabel,
  meta: { kind: 'text', cellTitle: ({ scannedBy }) => scannedBy ?? undefined },
  cell: ({ row }) => scanLabel(row.original),
}

/** Columns of an object's documents. @param scans whether the site has a virus scanner */
export const documentColumns = (scans: boolean): GridColumn<DocumentRow>[] =>
  scans ? [...DOCUMENT_COLUMNS, SCAN_COLUMN] : DOCUMENT_COLUMNS

/** With those that only calls have. */
export const DOCUMENT_FIELDS = [...documentColumns(true), ...fieldsOf({ id: 'number', canDelete: 'boolean' })]

export const DOCUMENT_GRID = { prefix: 'docs' }

interface PreviewProps {
  documentId: number
  /** The document's name. */
  title: string
}

/**
 * A document as a PDF. For one that may not be opened on our pages (protected, damaged, with scripts) or cannot be
 * converted, the server shows a notice instead: browsers show no PDF at all in a sandboxed frame.
 */
export function Preview({ documentId, title }: PreviewProps) {
  const shown = displayName(title)
  const file = `/documents/${documentId}`
  return (
    <FileFrame title={`Preview of ${shown}`} src={`${file}/preview`}>
      <bdi title={title}>{shown}</bdi>
      <a href={file} download>
        Download<span className="hidden-text"> {shown}</span>
      </a>
      <a href={`${file}/preview`} target="_blank" rel="noreferrer">
        Open in a new tab<span className="hidden-text"> {shown}</span>
      </a>
    </FileFrame>
  )
}

/** The content of a panel; routes get it from `documentsPanel`. */
export interface PanelOfDocuments {
  objectId: number
  grid: Listed<DocumentRow>
  /** Whether the site has a virus scanner. */
  scans: boolean
  /** The number of documents from which they need a filter row. */
  filtered: boolean
  /** The document that the address selects. */
  selected: { id: number; fileName: string } | null
  /** May documents be added? Not at the completion step, and not by every user. */
  mayAdd: boolean
  /** The document that the address marks for deletion; with scripts that is a popup. */
  deleting: DocumentToDelete | null
  /** Is the form of the upload open? */
  uploading: boolean
  idempotencyKey: string
}

/** After an upload the list is loaded again (specification, section 9). */
const REFRESH_MS = 3_000

/** The documents of an object: list, preview of the selected one, upload, download, delete. */
export function DocumentsPanel({ panel }: { panel: PanelOfDocuments }) {
  const { objectId, grid, selected, mayAdd, uploading, filtered } = panel
  const location = useLocation()
  const { state } = location
  const refreshSoon = useRefreshSoon()
  const here = panelHref(location, { [UPLOADING]: null })
  const listHref = panelHref(location, { [SELECTED]: null, [UPLOADING]: null, [DELETING]: null })
  return (
    <div className="stack">
      {mayAdd && !uploading && (
        <p>
          <Link
            className="button button--plain"
            to={panelHref(location, { [UPLOADING]: 'new' })}
            state={state}
            replace
            preventScrollReset
          >
            Upload New Document
          </Link>
        </p>
      )}
      {mayAdd && uploading && (
        <UploadDocuments
          key={objectId}
          objectId={objectId}
          idempotencyKey={panel.idempotencyKey}
          back={here}
          onStored={refreshSoon}
        >
          <Link to={here} state={state} replace preventScrollReset>
            Close
          </Link>
        </UploadDocuments>
      )}
      <Grid
        title="Documents"
        columns={documentColumns(panel.scans)}
        {...grid}
        options={DOCUMENT_GRID}
        filterRow={filtered}
        search={filtered}
        rowKey={({ id }) => String(id)}
        rowLabel={({ fileName }) => displayName(fileName)}
        openKey={selected ? String(selected.id) : undefined}
        actions={{ label: 'Actions', render: (row) => <DocumentActions document={row} /> }}
        empty={
          mayAdd ? 'There are no documents yet. Upload one with the button above.' : 'There are no documents.'
        }
      />
      {selected && <Preview documentId={selected.id} title={selected.fileName} />}
      {panel.deleting && (
        <DeleteDialog document={panel.deleting} panelHref={listHref} idempotencyKey={panel.idempotencyKey} />
      )}
    </div>
  )
}

function DocumentActions({ document: { id, fileName, canDelete } }: { document: DocumentRow }) {
  const location = useLocation()
  const scripts = useScripts()
  const shown = displayName(fileName)
  const back = panelHref(location, { [SELECTED]: null, [UPLOADING]: null })
  const popup = panelHref(location, { [UPLOADING]: null, [DELETING]: String(id) })
  return (
    <>
      <a href={`/documents/${id}`} download aria-label={`Download ${shown}`}>
        Download
      </a>{' '}
      {canDelete && (
        <OpenLink
          to={scripts ? popup : withBack(`/documents/${id}/delete`, back)}
          aria-label={`Delete ${shown}`}
        >
          Delete
        </OpenLink>
      )}
    </>
  )
}

/** Reloads the page three seconds after the last upload. */
function useRefreshSoon(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(revalidate, REFRESH_MS)
  }
}
