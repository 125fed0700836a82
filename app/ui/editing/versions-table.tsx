import type { GridColumn } from '../grid/columns'
import { Grid } from '../grid/grid'

/** One field of a row that two people changed, as each version has it. */
export type FieldVersions = {
  label: string
  opened: string
  /** Null where the row was deleted. */
  stored: string | null
  /** Null where nothing was to be stored. */
  yours: string | null
}

/** Field by field: as it was opened, as it is stored now, and as somebody would store it; what differs is marked. */
export function VersionsTable({ fields }: { fields: FieldVersions[] }) {
  const isDeleted = fields.every(({ stored }) => stored === null)
  const hasYours = fields.some(({ yours }) => yours !== null)
  const columns: GridColumn<FieldVersions>[] = [
    { id: 'label', label: 'Field', kind: 'text', wrap: true, render: ({ label }) => label },
    {
      id: 'opened',
      label: 'When you opened it',
      kind: 'text',
      wrap: true,
      render: ({ opened }) => opened,
    },
    {
      id: 'stored',
      label: 'Stored now',
      kind: 'text',
      wrap: true,
      render: ({ stored, opened }) =>
        isDeleted ? (
          <span className="muted">deleted</span>
        ) : (
          <Version text={stored ?? ''} differs={stored !== opened} from="what you opened" />
        ),
    },
  ]
  if (hasYours)
    columns.push({
      id: 'yours',
      label: 'Yours',
      kind: 'text',
      wrap: true,
      render: ({ yours, stored, opened }) => (
        <Version
          text={yours ?? ''}
          differs={yours !== (stored ?? opened)}
          from={isDeleted ? 'what you opened' : 'what is stored'}
        />
      ),
    })
  return (
    <div className="versions">
      <Grid
        title="Versions, field by field"
        columns={columns}
        rows={fields}
        total={fields.length}
        rowKey={({ label }) => label}
      />
    </div>
  )
}

function Version({ text, differs, from }: { text: string; differs: boolean; from: string }) {
  if (!differs) return <>{text}</>
  return (
    <>
      <mark className="version">{text === '' ? '(blank)' : text}</mark>
      {/* Beside the mark: inside, a second line of it would be painted. */}
      <span className="hidden-text"> (differs from {from})</span>
    </>
  )
}
