import { Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { GridColumn } from './columns'
import { TextField } from './filter-cell'
import { GridForm } from './grid-form'
import { type GridValues, type GridView, shownValue } from './grid-view'
import { shownCount } from './paging'
import { ValueDays } from './value-days'

type ValuesPanelProps<Row> = { view: GridView<Row>; column: GridColumn<Row>; list: GridValues }

/** The values of a column with the number of their rows, to choose from (header filter); above the grid's head. */
export function ValuesPanel<Row>({ view, column, list }: ValuesPanelProps<Row>) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLAnchorElement>(null)
  const filter = view.query.filters.find(({ column: id, operator }) => id === column.id && operator === 'in')
  // Choosing values takes the place of what was typed for the column.
  const others = view.query.filters.filter((one) => one.column !== column.id)
  const chosen = filter?.values ?? []
  const isDay = column.kind === 'day' || column.kind === 'instant'
  const name = view.param(`in.${column.id}`)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each column that is opened
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [column.id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, as the link at its end does
    <div
      ref={panel}
      className="grid__panel screen-only"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close.current?.click()
      }}
    >
      <GridForm view={view} without={{ filters: others }} keepEmpty={[`in.${column.id}`]}>
        <fieldset>
          <legend>Values of {column.label}</legend>
          {isDay ? (
            <ValueDays name={name} values={list.values} chosen={chosen} />
          ) : (
            <>
              <ValueSearch view={view} column={column} />
              <ValueChecks name={name} column={column} list={list} chosen={chosen} />
            </>
          )}
        </fieldset>
        <div className="grid__panel-bar">
          <button type="submit" className="button button--primary">
            Apply
          </button>
          {filter && (
            <Link to={view.href({ filters: others })} discover="none" preventScrollReset>
              Clear
            </Link>
          )}
          <Link
            ref={close}
            to={view.href({ values: null, find: '' })}
            discover="none"
            preventScrollReset
            replace
          >
            Close
          </Link>
        </div>
      </GridForm>
    </div>
  )
}

function ValueSearch<Row>({ view, column }: Omit<ValuesPanelProps<Row>, 'list'>) {
  return (
    <div className="grid__panel-bar">
      <TextField
        type="search"
        name={view.param('find')}
        aria-label={`Search the values of ${column.label}`}
        placeholder="Search values"
        text={view.query.find}
      />
      <button type="submit" className="button" name={view.param('values')} value={column.id}>
        Search
      </button>
    </div>
  )
}

type ValueChecksProps<Row> = { name: string; column: GridColumn<Row>; list: GridValues; chosen: string[] }

function ValueChecks<Row>({ name, column, list, chosen }: ValueChecksProps<Row>) {
  // What is chosen stays in sight, though the search does not find it.
  const unlisted = chosen.filter((value) => !list.values.some((one) => one.value === value))
  return (
    <>
      <ul className="grid__values">
        {[...unlisted.map((value) => ({ value, count: null })), ...list.values].map(({ value, count }) => (
          <li key={value}>
            <label>
              <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
              {shownValue(column, value)}{' '}
              {count !== null && <span className="muted">{shownCount(count)}</span>}
            </label>
          </li>
        ))}
      </ul>
      {list.values.length === 0 && unlisted.length === 0 && <p className="muted">No value contains that.</p>}
      {list.more && <p className="muted">The first {list.values.length} are shown. Search to find others.</p>}
    </>
  )
}
