import { useLocation } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { InlineForm, type InlineFormProps } from '~/ui/editing/inline-form'
import { lazily, useLater } from '~/ui/enhanced/later'
import type { Refused } from '~/ui/form/error-summary'
import { Grid } from '~/ui/grid/grid'
import type { GridRows } from '~/ui/grid/grid-body'
import type { Listed } from '~/ui/grid/grid-view'
import { gridHref } from '~/ui/grid/href'
import { shownQuery } from '~/ui/grid/parse-query'
import type { GridQueryOptions } from '~/ui/grid/query'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { typedName } from '~/ui/session/stored-in-tab'
import { isEntered, type TableColumn, type TableRow, textOf } from './table-column'
import { gridColumns, lastShownVersion, versionsIn } from './table-columns'

const loadRowForm = () => import('./row-form')

/** Loaded when a row is edited. */
const [EditedForm, InlineCell, InlineActions, InlineRefusal, ConfirmLeavingRow] = [
  lazily(() => import('~/ui/editing/inline-fields').then((code) => code.EditedForm), 'shown'),
  lazily(() => loadRowForm().then((code) => code.InlineCell), 'shown'),
  lazily(() => import('~/ui/editing/inline-fields').then((code) => code.InlineActions), 'shown'),
  lazily(() => loadRowForm().then((code) => code.InlineRefusal), 'shown'),
  lazily(() => import('~/platform/page/use-unsaved').then((code) => code.ConfirmLeavingRow), 'shown'),
]

/** A text of several lines does not fit in a cell. */
const isInline = (column: TableColumn, row: TableRow) => isEntered(column, row) && column.lines === undefined

/** The `intent` of a row that is edited in place: pages may also have other forms. */
export const SAVE_ROW = 'save row'

/** The form of a row that is edited in place. */
function inlineForm(
  columns: readonly TableColumn[],
  row: TableRow,
  idempotencyKey: string,
  refused: Refused | undefined,
): NonNullable<InlineFormProps['form']> {
  const kept = columns.filter((column) => !column.readOnly && !isInline(column, row))
  return {
    id: 'inline',
    idempotencyKey,
    hidden: {
      intent: SAVE_ROW,
      seen: lastShownVersion(refused) ?? JSON.stringify(row),
      ...Object.fromEntries(kept.map(({ id }) => [id, textOf(row[id])])),
    },
    refused,
  }
}

/** Tells the grid to show a field in each editable cell. */
function inlineEditing(columns: readonly TableColumn[], key: string): GridRows<TableRow>['editing'] {
  return {
    key,
    actions: <InlineActions />,
    cell({ id }, row) {
      const column = columns.find((each) => each.id === id)
      if (!column || !isInline(column, row)) return undefined
      const first = id === columns.find((each) => isInline(each, row))?.id
      return <InlineCell column={column} row={row} first={first} />
    },
  }
}

/** An editable table as its page shows it: the columns, a page of its rows, and what the user may do. */
export interface TableShown {
  /** In addresses: "exchange-rates". */
  name: string
  title: string
  /** The singular, such as "exchange rate". */
  one: string
  columns: readonly TableColumn[]
  grid: Listed<TableRow>
  options: GridQueryOptions
  /** Address of the list; the addresses of its rows and of the form for a new row begin with it. */
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
  // From the address: the list is not reloaded when editing ends.
  const query = shownQuery(grid.parsed, search, shown, options.prefix)
  const href = (edit: string | null) => gridHref({ pathname: path, search }, query, { edit }, shown, options)
  const rowHref = ({ key }: TableRow) => `${path}/rows/${encodeURIComponent(key)}`
  const labelOf = ({ key }: TableRow) => `${props.one} ${props.labels[key] ?? key}`
  const isConflict = versionsIn(refused) !== null
  const edited = may.update && !isConflict ? grid.rows.find(({ key }) => key === query.edit) : undefined
  const { idempotencyKey } = props
  const cancelHref = href(null)
  const shownBy = options.prefix ? `${options.prefix}.edit` : 'edit'
  const form = edited
    ? {
        ...inlineForm(columns, edited, idempotencyKey, refused),
        keptAs: typedName(path, shownBy, edited.key),
      }
    : null
  return (
    <InlineForm form={form} cancelHref={cancelHref}>
      {form && <EditedForm form={form} />}
      {form && <ConfirmLeavingRow form={form} base={path} shownBy={shownBy} />}
      {refused && (
        <InlineRefusal
          columns={columns}
          refused={refused}
          idempotencyKey={idempotencyKey}
          cancelHref={cancelHref}
          mayAdd={may.add}
        />
      )}
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
  const [, want] = useLater(loadRowForm)
  return (
    <span className="row-actions">
      {editHref !== null && (
        <Link
          to={editHref}
          replace
          preventScrollReset
          onFocus={want}
          onPointerEnter={want}
          className="row-actions__in-row"
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

/** Opens the form of a new row of an editable table; nothing for users who may not add one. */
export function NewRowLink({ path, one, may }: Pick<TableShown, 'path' | 'one' | 'may'>) {
  if (!may.add) return null
  return (
    <OpenLink className="button button--primary" to={`${path}/new`}>
      New {one}
    </OpenLink>
  )
}
