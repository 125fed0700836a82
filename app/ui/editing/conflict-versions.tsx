import type { Refused } from '../form/error-summary'
import type { GridColumn } from '../grid/columns'
import { Grid } from '../grid/grid'
import { Link } from '../open-close/close-link'

/** A field of a row that two users changed, in each version. */
export type FieldVersions = {
  label: string
  opened: string
  /** Null if the row was deleted. */
  stored: string | null
  /** Null if nothing was to be stored. */
  yours: string | null
}

/** Field by field: as opened, as stored now, and as the user would store it; differences are marked. */
export function VersionsTable({ fields }: { fields: FieldVersions[] }) {
  const isDeleted = fields.every(({ stored }) => stored === null)
  const hasYours = fields.some(({ yours }) => yours !== null)
  const columns: GridColumn<FieldVersions>[] = [
    {
      id: 'label',
      header: 'Field',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => row.original.label,
    },
    {
      id: 'opened',
      header: 'When you opened it',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => row.original.opened,
    },
    {
      id: 'stored',
      header: 'Stored now',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) =>
        isDeleted ? (
          <span className="muted">deleted</span>
        ) : (
          <Version
            text={row.original.stored ?? ''}
            differs={row.original.stored !== row.original.opened}
            from="what you opened"
          />
        ),
    },
  ]
  if (hasYours)
    columns.push({
      id: 'yours',
      header: 'Yours',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => (
        <Version
          text={row.original.yours ?? ''}
          differs={row.original.yours !== (row.original.stored ?? row.original.opened)}
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
      {/* Next to the marked text: inside it, a second line would be coloured. */}
      <span className="hidden-text"> (differs from {from})</span>
    </>
  )
}

/** A field that a form and another user changed, in each version. */
interface FormFieldVersions extends FieldVersions {
  /** Its name in the form, and in the stored object. */
  field: string
  /** Who changed it since the form was opened. */
  changed: 'only they' | 'only you' | 'both'
}

/** The part of a refusal about another user's changes in the meantime. */
export interface FormConflict {
  /** The revision whose versions are shown: the next save overwrites it. */
  revision: number
  versions: FormFieldVersions[]
}

/** The versions in a refusal; null if it is not a conflict. */
export function conflictIn(refused: Refused | undefined): FormConflict | null {
  const { details } = (refused?.refusal ?? {}) as { details?: Partial<FormConflict> }
  return details?.versions ? (details as FormConflict) : null
}

/**
 * The values of a form in conflict: the typed values, except fields that only the other user changed, which show the
 * stored value.
 * @param stored values by field; missing fields are not in the form
 */
export function mergedTyped(
  typed: Record<string, string>,
  { versions }: FormConflict,
  stored: object,
): Record<string, string> {
  const merged = { ...typed }
  const values = new Map<string, unknown>(Object.entries(stored))
  for (const { field, changed } of versions) {
    if (changed !== 'only they' || !values.has(field)) continue
    const value = values.get(field)
    if (value === true) merged[field] = 'on'
    else if (value === false) delete merged[field]
    else merged[field] = value === null ? '' : String(value)
  }
  return merged
}

/** The value in the form below: theirs if only they changed the field. */
const asInForm = (version: FormFieldVersions) =>
  version.changed === 'only they' ? { ...version, yours: version.stored } : version

interface ConflictVersionsProps {
  versions: FormFieldVersions[]
  /** Address of the form with the stored values. */
  storedHref: string
}

/** Above a form whose object another user has changed: both versions, and the two choices. */
export function ConflictVersions({ versions, storedHref }: ConflictVersionsProps) {
  return (
    <>
      <VersionsTable fields={versions.map(asInForm)} />
      <p className="conflict__ways">
        The form below holds your values, and theirs where only they changed a field. Correct it and save it,
        or{' '}
        <Link to={storedHref} replace preventScrollReset>
          use the stored version
        </Link>
        .
      </p>
    </>
  )
}
