import { Link, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { TableColumn, TableRow } from '~/domain/lookups/tables/table-column'
import { InlineForm } from '~/ui/editing/inline-form'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import { gridHref } from '~/ui/grid/href'
import type { Listed } from '~/ui/grid/listed'
import type { GridQueryOptions } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/open-link'
import { InlineRefusal } from './inline-refusal'
import { inlineEditing, inlineForm } from './inline-row'
import { versionsIn } from './row-versions'
import { gridColumns } from './table-columns'

interface TableGridProps {
  title: string
  /** What a row is. */
  one: string
  columns: readonly TableColumn[]
  grid: Listed<TableRow>
  options: GridQueryOptions
  /** Address of the list; its rows and the form of a new one lie below it. */
  path: string
  labels: Readonly<Record<string, string>>
  /** Key of the row whose popup is open. */
  openKey?: string
  may: { add: boolean; update: boolean; delete: boolean }
  idempotencyKey: string
  refused?: Refused
}

/** The rows of an editable table: a row opens as a popup, or is edited in place, one at a time. */
export function TableGrid({ columns, grid, options, path, may, refused, ...props }: TableGridProps) {
  const { search } = useLocation()
  const { query } = grid.parsed
  const shown = gridColumns(columns)
  const href = (edit: string | null) => gridHref({ pathname: path, search }, query, { edit }, shown, options)
  const rowHref = ({ key }: TableRow) => `${path}/rows/${encodeURIComponent(key)}`
  const labelOf = ({ key }: TableRow) => `${props.one} ${props.labels[key] ?? key}`
  const isConflict = versionsIn(refused) !== null
  const edited = may.update && !isConflict ? grid.rows.find(({ key }) => key === query.edit) : undefined
  const { idempotencyKey } = props
  const cancelHref = href(null)
  useFocusAfter(edited?.key)
  return (
    <InlineForm
      form={edited ? inlineForm(columns, edited, idempotencyKey, refused) : null}
      cancelHref={cancelHref}
    >
      {refused && <InlineRefusal {...{ columns, refused, idempotencyKey, cancelHref }} mayAdd={may.add} />}
      <Grid
        title={props.title}
        columns={shown}
        {...grid}
        options={options}
        path={path}
        rowKey={({ key }) => key}
        rowHref={may.update ? rowHref : undefined}
        rowLabel={labelOf}
        openKey={props.openKey}
        editing={edited && inlineEditing(columns, edited.key)}
        actions={
          may.update || may.delete
            ? {
                label: 'Actions',
                render: (row) => (
                  <RowActions
                    label={labelOf(row)}
                    rowKey={row.key}
                    editHref={may.update ? href(row.key) : null}
                    deleteHref={may.delete ? `${rowHref(row)}/delete` : null}
                  />
                ),
              }
            : undefined
        }
        empty={`There is no ${props.one} yet.${may.add ? ' Add the first one above, or import a workbook.' : ''}`}
      />
    </InlineForm>
  )
}

interface RowActionsProps {
  label: string
  rowKey: string
  /** Null without the permission. */
  editHref: string | null
  deleteHref: string | null
}

function RowActions({ label, rowKey, editHref, deleteHref }: RowActionsProps) {
  return (
    <span className="actions">
      {editHref !== null && (
        <Link
          to={editHref}
          replace
          discover="none"
          preventScrollReset
          data-edit={rowKey}
          aria-label={`Edit ${label} in its row`}
        >
          Edit
        </Link>
      )}
      {deleteHref !== null && (
        <OpenLink to={deleteHref} aria-label={`Delete ${label}`}>
          Delete
        </OpenLink>
      )}
    </span>
  )
}

/** When a row is not edited any more, focus goes to the link that began it. */
function useFocusAfter(key: string | undefined): void {
  const before = useRef(key)
  useEffect(() => {
    const last = before.current
    before.current = key
    if (last === undefined || key !== undefined) return
    const links = document.querySelectorAll<HTMLElement>('[data-edit]')
    for (const link of links) if (link.dataset.edit === last) link.focus({ preventScroll: true })
  }, [key])
}
