import { Link, useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { displayName } from '~/platform/files/display-name'
import { useTimeZone } from '~/platform/page/use-site'
import { useScripts } from '~/ui/form/use-scripts'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { OpenLink } from '~/ui/open-close/open-link'
import { DeleteDialog, type DocumentToDelete } from './delete-document'
import { DOCUMENT_GRID, documentColumns } from './document-columns'
import type { DocumentRow } from './documents-for.server'
import { DELETING, panelHref, SELECTED, UPLOADING, withBack } from './panel-address'
import { Preview } from './preview'
import { UploadDocuments } from './upload-documents'

/** What a panel shows; routes have it from `documentsPanel`. */
export interface PanelOfDocuments {
  objectId: number
  grid: Listed<DocumentRow>
  /** So many that they need a filter row. */
  filtered: boolean
  /** The document that the address selects. */
  selected: { id: number; fileName: string } | null
  /** May documents be added? Not at the completion step, and not by everybody. */
  mayAdd: boolean
  /** The document that the address asks to delete; with scripts that is a popup. */
  deleting: DocumentToDelete | null
  /** Is the form of the upload open? */
  uploading: boolean
  idempotencyKey: string
}

/** After an upload the list is asked for again (specification, section 9). */
const REFRESH_MS = 3_000

/** The documents of an object: list, preview of the selected one, upload, download, delete. */
export function DocumentsPanel({ panel }: { panel: PanelOfDocuments }) {
  const { objectId, grid, selected, mayAdd, uploading, filtered } = panel
  const location = useLocation()
  const { state } = location
  const refreshSoon = useRefreshSoon()
  const here = panelHref(location, { [UPLOADING]: null })
  const kept = panelHref(location, { [SELECTED]: null, [UPLOADING]: null, [DELETING]: null })
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
        columns={documentColumns(useTimeZone())}
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
      {panel.deleting && <DeleteDialog document={panel.deleting} panelHref={kept} />}
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

/** Loads the page anew three seconds after the last upload. */
function useRefreshSoon(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(revalidate, REFRESH_MS)
  }
}
