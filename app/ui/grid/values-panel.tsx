import { useEffect, useRef } from 'react'
import { Link } from '../open-close/close-link'
import type { GridColumn } from './columns'
import { TextField } from './filter-cell'
import { GridForm } from './grid-form'
import { type GridValues, type GridView, shownValue } from './grid-view'
import { shownCount } from './query'

type Counted = { value: string; count: number }
type ValueDaysProps = { name: string; values: Counted[]; chosen: string[] }

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** Days to choose from, folded into years and months; all three can be chosen. */
function ValueDays({ name, values, chosen }: ValueDaysProps) {
  const blank = values.find(({ value }) => value === '')
  const days = values.filter(({ value }) => value !== '')
  // Chosen days remain visible, even if other filters leave no rows for them.
  const unlisted = chosen.filter((value) => value !== '' && !days.some((one) => one.value.startsWith(value)))
  const check = (value: string, label: string, counted: Counted[]) => (
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
      {label} <span className="muted">{shownCount(counted.reduce((sum, { count }) => sum + count, 0))}</span>
    </label>
  )
  const isOpen = (part: string, beside: unknown[]) =>
    beside.length === 1 || chosen.some((value) => value.length > part.length && value.startsWith(part))
  const years = parts(days, 4)
  return (
    <ul className="grid__days">
      {(blank || chosen.includes('')) && <li>{check('', '(Blank)', blank ? [blank] : [])}</li>}
      {unlisted.map((value) => (
        <li key={value}>{check(value, value, [])}</li>
      ))}
      {years.map(([year, ofYear]) => (
        <li key={year}>
          {check(year, year, ofYear)}
          <details open={isOpen(year, years)}>
            <summary aria-label={`Months of ${year}`} />
            <ul>
              {parts(ofYear, 7).map(([month, ofMonth], _, months) => (
                <li key={month}>
                  {check(month, monthName(month), ofMonth)}
                  <details open={isOpen(month, months)}>
                    <summary aria-label={`Days of ${monthName(month)} ${year}`} />
                    <ul className="grid__values">
                      {ofMonth.map((day) => (
                        <li key={day.value}>{check(day.value, day.value.slice(8), [day])}</li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

function monthName(month: string): string {
  return MONTHS.format(new Date(`${month}-01T00:00:00Z`))
}

/** Days by common prefix: 4 characters for years, 7 for months. */
function parts(days: Counted[], length: number): [string, Counted[]][] {
  const found = new Map<string, Counted[]>()
  for (const day of days) {
    const part = day.value.slice(0, length)
    found.set(part, [...(found.get(part) ?? []), day])
  }
  return [...found]
}

type ValuesPanelProps<Row> = { view: GridView<Row>; column: GridColumn<Row>; list: GridValues }

/** The values of a column with their numbers of rows, to choose from (header filter); above the grid's head. */
export function ValuesPanel<Row>({ view, column, list }: ValuesPanelProps<Row>) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLAnchorElement>(null)
  const filter = view.query.filters.find(({ column: id, operator }) => id === column.id && operator === 'in')
  // Choosing values replaces the text typed for the column.
  const others = view.query.filters.filter((one) => one.column !== column.id)
  const chosen = filter?.values ?? []
  const isDay = column.meta.kind === 'day' || column.meta.kind === 'instant'
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
          <legend>Values of {column.header}</legend>
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
            <Link to={view.href({ filters: others })} preventScrollReset>
              Clear
            </Link>
          )}
          <Link ref={close} to={view.href({ values: null, find: '' })} preventScrollReset replace>
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
        aria-label={`Search the values of ${column.header}`}
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
  // Chosen values remain visible, even if the search does not find them.
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
