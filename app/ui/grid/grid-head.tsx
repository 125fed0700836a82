import { Link, useNavigate } from '@remix-run/react'
import { filterKind, type GridColumn, hasValues } from './columns'
import { FilterCell } from './filter-cell'
import { GridGrip } from './grid-grip'
import { MarkAllLink } from './grid-mark'
import type { GridView } from './grid-view'
import { nextSort } from './href'
import { useHeadDrag } from './use-head-drag'

type GridHeadProps<Row> = {
  view: GridView<Row>
  filterRow: boolean
  /** Keys of the page's rows, where rows can be marked. */
  marks: string[] | null
  /** Is there a column for opening details at the start, and one for actions at the end? */
  details: boolean
  actions?: string
}

/** Column heads (links that sort; with Shift beside the present order) and the filter row. */
export function GridHead<Row>({ view, filterRow, marks, details, actions }: GridHeadProps<Row>) {
  const drag = useHeadDrag(view)
  return (
    <thead>
      <tr {...drag}>
        {marks && (
          <th scope="col" className="grid__narrow">
            <span className="hidden-text">Marked</span>
            {marks.length > 0 && <MarkAllLink view={view} keys={marks} label="Mark all rows of this page" />}
          </th>
        )}
        {details && (
          <th scope="col" className="grid__narrow">
            <span className="hidden-text">Details</span>
          </th>
        )}
        {view.shown.map((column) => (
          <HeadCell key={column.id} column={column} view={view} />
        ))}
        {actions && <th scope="col">{actions}</th>}
      </tr>
      {filterRow && (
        <tr className="grid__filters screen-only">
          {marks && <td />}
          {details && <td />}
          {view.shown.map((column) => (
            <td key={column.id} className={column.pinned ? 'pinned' : undefined}>
              {filterKind(column) && <FilterCell column={column} view={view} />}
            </td>
          ))}
          {actions && <td />}
        </tr>
      )}
    </thead>
  )
}

function HeadCell<Row>({ column, view }: { column: GridColumn<Row>; view: GridView<Row> }) {
  const now = view.query.sort.find((one) => one.column === column.id)
  return (
    <th
      scope="col"
      className={cellClass(column)}
      title={column.title}
      data-column={column.id}
      // Where columns can be chosen, they can be moved.
      draggable={view.layout !== undefined || undefined}
      aria-sort={now && (now.descending ? 'descending' : 'ascending')}
    >
      <span className="grid__head">
        {column.sortable === false ? column.label : <SortLink column={column} view={view} />}
        {view.values !== undefined && hasValues(column) && <ValuesLink column={column} view={view} />}
      </span>
      <GridGrip view={view} column={column.id} />
    </th>
  )
}

function SortLink<Row>({ column, view }: { column: GridColumn<Row>; view: GridView<Row> }) {
  const navigate = useNavigate()
  const { sort } = view.query
  const at = sort.findIndex((one) => one.column === column.id)
  const now = sort[at]
  const href = (add: boolean) => view.href({ sort: nextSort(sort, column.id, add) })
  return (
    <Link
      to={href(false)}
      discover="none"
      preventScrollReset
      draggable={false}
      onClick={(event) => {
        if (!event.shiftKey) return
        event.preventDefault()
        navigate(href(true), { preventScrollReset: true })
      }}
    >
      {column.label}
      {now && (
        <span className="grid__sort" aria-hidden="true">
          {now.descending ? '▼' : '▲'}
          {sort.length > 1 && at + 1}
        </span>
      )}
    </Link>
  )
}

/** Opens the list of the column's values. */
function ValuesLink<Row>({ column, view }: { column: GridColumn<Row>; view: GridView<Row> }) {
  const open = view.query.values === column.id
  const filtered = view.query.filters.some(
    ({ column: id, operator }) => id === column.id && operator === 'in',
  )
  return (
    <Link
      className={filtered ? 'grid__funnel grid__funnel--on screen-only' : 'grid__funnel screen-only'}
      to={view.href({ values: open ? null : column.id, find: '' })}
      replace
      discover="none"
      preventScrollReset
      aria-expanded={open}
      aria-label={`Choose values of ${column.label}`}
      title={`Choose values of ${column.label}`}
    />
  )
}

/** Kinds of columns whose cells are figures: cut, they say something else. */
const FIGURES = ['number', 'day', 'instant']

/** The class of a column's cells, from its head to its sums: how they are aligned, and how they stand at the edge. */
export function cellClass<Row>({ kind, align, pinned }: GridColumn<Row>, ...more: (string | false)[]) {
  const side = align ?? (kind === 'number' ? 'end' : kind === 'boolean' ? 'centre' : 'start')
  const classes = [side !== 'start' && side, ...more, pinned ? 'pinned' : FIGURES.includes(kind) && 'whole']
  return classes.filter(Boolean).join(' ') || undefined
}
