import { Link } from '@remix-run/react'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/open-link'
import { shownFileName } from '~/ui/upload/shown-file-name'
import type { BatchAnswer } from './upload-drafts.server'

const COLUMNS: GridColumn<BatchAnswer>[] = [
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
    render: (answer) => <Answer {...answer} />,
  },
]

/** One line a file of a batch, each with its own answer. */
export function BatchResults({ results }: { results: BatchAnswer[] }) {
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

function Answer({ draftId, duplicates, notes, errorMessage }: BatchAnswer) {
  if (draftId === null) return <span className="field__error">{errorMessage}</span>
  return (
    <>
      <p>
        <OpenLink to={`/drafts/${draftId}`} replace>
          Draft {draftId}
        </OpenLink>{' '}
        created.
      </p>
      {duplicates.length + notes.length > 0 && (
        <Note kind="warning">
          {duplicates.map(({ kind, id, why, text }) => (
            <p key={`${kind} ${id}`}>
              May be a duplicate ({why}): <Link to={`/${kind}s/${id}`}>{text}</Link>
            </p>
          ))}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Note>
      )}
    </>
  )
}
