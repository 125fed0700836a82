import { Link, useNavigate } from '@remix-run/react'
import { filterKind, type GridColumn } from './columns'
import { FilterCell } from './filter-cell'
import type { GridView } from './grid-view'
import { nextSort } from './href'

type GridHeadProps<Row> = {
  view: GridView<Row>
  filterRow: boolean
  /** Is there a column for opening details at the start, and one for actions at the end? */
  details: boolean
  actions?: string
}

/** Column heads (links that sort; with Shift beside the present order) and the filter row. */
export function GridHead<Row>({ view, filterRow, details, actions }: GridHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {details && (
          <th scope="col">
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
          {details && <td />}
          {view.shown.map((column) => (
            <td key={column.id}>{filterKind(column) && <FilterCell column={column} view={view} />}</td>
          ))}
          {actions && <td />}
        </tr>
      )}
    </thead>
  )
}

function HeadCell<Row>({ column, view }: { column: GridColumn<Row>; view: GridView<Row> }) {
  const navigate = useNavigate()
  const { sort } = view.query
  const at = sort.findIndex((one) => one.column === column.id)
  const now = sort[at]
  const href = (add: boolean) => view.href({ sort: nextSort(sort, column.id, add) })
  return (
    <th
      scope="col"
      className={alignment(column)}
      title={column.title}
      aria-sort={now && (now.descending ? 'descending' : 'ascending')}
    >
      {column.sortable === false ? (
        column.label
      ) : (
        <Link
          to={href(false)}
          discover="none"
          preventScrollReset
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
      )}
    </th>
  )
}

/** The class that aligns a column's cells. */
export function alignment<Row>({ kind, align }: GridColumn<Row>): string | undefined {
  const side = align ?? (kind === 'number' ? 'end' : kind === 'boolean' ? 'centre' : 'start')
  return side === 'start' ? undefined : side
}
