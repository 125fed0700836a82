import { Link } from '@remix-run/react'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/open-link'
import { shownFileName } from '~/ui/upload/shown-file-name'
import type { UploadedDraft } from './uploaded-answer'

/** What became of one file of a batch: its draft, or why there is none. */
export interface BatchResult {
  fileName: string
  done: UploadedDraft | null
  refused: string | null
}

const COLUMNS: GridColumn<BatchResult>[] = [
  {
    id: 'fileName',
    label: 'File Name',
    kind: 'text',
    wrap: true,
    cellTitle: ({ fileName }) => fileName,
    render: ({ fileName }) => shownFileName(fileName),
  },
  {
    id: 'answer',
    label: 'Answer',
    kind: 'text',
    wrap: true,
    render: ({ done, refused }) =>
      done ? <Made {...done} /> : <span className="field__error">{refused}</span>,
  },
]

/** One line a file of a batch, each with its own answer. */
export function BatchResults({ results }: { results: BatchResult[] }) {
  return (
    <Grid
      title="Answers, file by file"
      columns={COLUMNS}
      rows={results}
      total={results.length}
      rowKey={({ fileName }) => fileName}
    />
  )
}

function Made({ draftId, duplicates, notes }: UploadedDraft) {
  return (
    <>
      <p>
        <OpenLink to={`/drafts/${draftId}`} replace>
          Draft {draftId}
        </OpenLink>{' '}
        created.
      </p>
      {duplicates.map(({ kind, id, why, text }) => (
        <p key={`${kind} ${id}`}>
          May be a duplicate ({why}): <Link to={`/${kind}s/${id}`}>{text}</Link>
        </p>
      ))}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}
