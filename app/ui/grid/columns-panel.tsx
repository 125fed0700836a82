import { Link } from '@remix-run/react'
import { Menu } from '../menu/menu'
import { type GridColumn, shownColumns } from './columns'
import { GridForm } from './grid-form'
import type { GridView } from './grid-view'

/** Which columns are shown, in which order, and how wide. */
export function ColumnsPanel<Row>({ view }: { view: GridView<Row> }) {
  const { columns, widths } = view.query
  const shown = shownColumns(view.columns, columns)
  const hidden = view.columns.filter((column) => !shown.includes(column))
  return (
    <Menu group="grid" label="Columns" rich>
      <GridForm view={view} without={{ columns: null, widths: {} }} className="grid__choices">
        <ul className="grid__columns">
          {[...shown, ...hidden].map((column, at) => (
            <li key={column.id}>
              <label>
                <input
                  type="checkbox"
                  name={view.param('columns')}
                  value={column.id}
                  defaultChecked={at < shown.length}
                />{' '}
                {column.label}
              </label>
              <input
                className="grid__number"
                type="number"
                name={view.param(`width.${column.id}`)}
                defaultValue={widths[column.id]}
                placeholder="width"
                min={30}
                max={1000}
                aria-label={`Width of ${column.label} in pixels`}
              />
              <Moves view={view} shown={shown} at={at} label={column.label} />
            </li>
          ))}
        </ul>
        <div className="grid__panel-bar">
          <button type="submit" className="button button--primary">
            Apply
          </button>
          {(columns || Object.keys(widths).length > 0) && (
            <Link to={view.href({ columns: null, widths: {} })} discover="none" preventScrollReset>
              As at first
            </Link>
          )}
        </div>
      </GridForm>
    </Menu>
  )
}

type MovesProps<Row> = { view: GridView<Row>; shown: GridColumn<Row>[]; at: number; label: string }

/** Up and down in the order of what is shown. */
function Moves<Row>({ view, shown, at, label }: MovesProps<Row>) {
  const move = (to: number) => {
    const order = shown.map(({ id }) => id)
    order.splice(to, 0, ...order.splice(at, 1))
    return view.href({ columns: order, page: view.query.page })
  }
  const link = (to: number, sign: string, words: string) =>
    at < shown.length && to >= 0 && to < shown.length ? (
      <Link to={move(to)} replace discover="none" preventScrollReset aria-label={`Move ${label} ${words}`}>
        {sign}
      </Link>
    ) : (
      <span className="grid__off" aria-hidden="true">
        {sign}
      </span>
    )
  return (
    <span className="grid__moves">
      {link(at - 1, '↑', 'up')}
      {link(at + 1, '↓', 'down')}
    </span>
  )
}
