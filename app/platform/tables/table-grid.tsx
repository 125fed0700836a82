import { Link, useLocation } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { InlineForm } from '~/ui/editing/inline-form'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import { gridHref } from '~/ui/grid/href'
import type { Listed } from '~/ui/grid/listed'
import type { GridQueryOptions } from '~/ui/grid/query'
import { shownQuery } from '~/ui/grid/shown-query'
import { OpenLink } from '~/ui/open-close/open-link'
import { InlineRefusal } from './inline-refusal'
import { inlineEditing, inlineForm } from './inline-row'
import { versionsIn } from './row-conflict-view'
import type { TableColumn, TableRow } from './table-column'
import { gridColumns } from './table-columns'

/** An editable table as its page shows it: the columns, a page of its rows, and what one may do there. */
export interface TableShown {
  /** In addresses: "exchange-rates". */
  name: string
  title: string
  /** What a row is. */
  one: string
  columns: readonly TableColumn[]
  grid: Listed<TableRow>
  options: GridQueryOptions
  /** Address of the list; its rows and the form of a new one lie below it. */
  path: string
  labels: Readonly<Record<string, string>>
  may: { add: boolean; update: boolean; delete: boolean }
  idempotencyKey: string
}

interface TableGridProps extends TableShown {
  /** Key of the row whose popup is open. */
  openKey?: string
  refused?: Refused
}

/** The rows of an editable table: a row opens as a popup, or is edited in place, one at a time. */
export function TableGrid({ columns, grid, options, path, may, refused, ...props }: TableGridProps) {
  const { search } = useLocation()
  const shown = gridColumns(columns, useTimeZone())
  // Of the address: the list is not loaded again when editing ends.
  const query = shownQuery(grid.parsed, search, shown, options.prefix)
  const href = (edit: string | null) => gridHref({ pathname: path, search }, query, { edit }, shown, options)
  const rowHref = ({ key }: TableRow) => `${path}/rows/${encodeURIComponent(key)}`
  const labelOf = ({ key }: TableRow) => `${props.one} ${props.labels[key] ?? key}`
  const isConflict = versionsIn(refused) !== null
  const edited = may.update && !isConflict ? grid.rows.find(({ key }) => key === query.edit) : undefined
  const { idempotencyKey } = props
  const cancelHref = href(null)
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
        exportTo={`${path}/export/${props.name}`}
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
  /** Null without the permission. */
  editHref: string | null
  deleteHref: string | null
}

function RowActions({ label, editHref, deleteHref }: RowActionsProps) {
  return (
    <span className="row-actions">
      {editHref !== null && (
        <Link
          to={editHref}
          replace
          discover="none"
          preventScrollReset
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
