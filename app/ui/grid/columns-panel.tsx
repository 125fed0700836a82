import { Link } from '@remix-run/react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Menu } from '../menu/menu'
import { type GridColumn, isGroupable, shownColumns } from './columns'
import { GridForm } from './grid-form'
import type { GridView } from './grid-view'
import { MAX_GROUPS } from './parse-query'
import type { GridQuery } from './query'

/** Which columns are shown, in which order, and how wide. */
export function ColumnsPanel<Row>({ view }: { view: GridView<Row> }) {
  const { columns, widths } = view.query
  const shown = shownColumns(view.columns, columns)
  const hidden = view.columns.filter((column) => !shown.includes(column))
  const order = shown.map(({ id }) => id)
  const panel = usePanel(order.join(), `${order.toSorted().join()} ${JSON.stringify(widths)}`)
  return (
    <Menu group="grid" label="Columns" rich>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only looks on while its links are followed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys follow links by a click, too */}
      <div ref={panel.ref} onClick={panel.onClick}>
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
                  />
                  {column.label}
                </label>
                <input
                  type="number"
                  name={view.param(`width.${column.id}`)}
                  defaultValue={widths[column.id]}
                  placeholder="auto"
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
              <Link
                to={view.href({ columns: null, widths: {} })}
                replace
                discover="none"
                preventScrollReset
                data-closes
              >
                Reset columns
              </Link>
            )}
          </div>
        </GridForm>
      </div>
    </Menu>
  )
}

/**
 * Keeps focus on the arrow of a column that was moved. Ticks that are not yet applied survive any number of moves,
 * however fast they follow each other; when another choice is applied, the fields follow it.
 */
function usePanel(order: string, choice: string) {
  const ref = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice of columns
  useEffect(() => ref.current?.querySelector('form')?.reset(), [choice])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order of the columns
  useEffect(() => {
    if (!moved.current) return
    const [column, way] = moved.current.split(' ')
    const arrows = [...(ref.current?.querySelectorAll<HTMLElement>(`[data-move$=" ${way}"]`) ?? [])]
    const others = [...(ref.current?.querySelectorAll<HTMLElement>('[data-move]') ?? [])]
    const arrow = [...arrows, ...others].find((one) => one.dataset.move?.startsWith(`${column} `))
    arrow?.focus()
  }, [order])

  return {
    ref,
    onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-move]') : null
      if (link && !event.ctrlKey && !event.metaKey) moved.current = link.dataset.move ?? null
    },
  }
}

type MovesProps<Row> = { view: GridView<Row>; shown: GridColumn<Row>[]; at: number; label: string }

/** Up and down in the order of the shown columns. */
function Moves<Row>({ view, shown, at, label }: MovesProps<Row>) {
  const move = (to: number) => {
    const order = shown.map(({ id }) => id)
    order.splice(to, 0, ...order.splice(at, 1))
    return view.href({ columns: order })
  }
  const link = (to: number, sign: string, way: string) =>
    at < shown.length && to >= 0 && to < shown.length ? (
      <Link
        to={move(to)}
        replace
        discover="none"
        preventScrollReset
        aria-label={`Move ${label} ${way}`}
        data-move={`${shown[at]?.id} ${way}`}
      >
        {sign}
      </Link>
    ) : (
      <span aria-hidden="true" />
    )
  return (
    <span className="grid__moves">
      {link(at - 1, '↑', 'up')}
      {link(at + 1, '↓', 'down')}
    </span>
  )
}

/** The columns that rows are grouped by: the outermost first. */
export function GroupPanel<Row>({ view }: { view: GridView<Row> }) {
  const columns = view.columns.filter(isGroupable)
  const { groups, openGroups, toggled } = view.query
  if (columns.length === 0) return null
  const link = (label: string, change: Partial<GridQuery>) => (
    <Link to={view.href(change)} discover="none" preventScrollReset data-closes>
      {label}
    </Link>
  )
  return (
    <Menu group="grid" label={groups.length > 0 ? `Group (${groups.length})` : 'Group'} rich>
      <GridForm
        view={view}
        without={{ groups: [], toggled: [] }}
        keepEmpty={['group']}
        replace={false}
        className="grid__choices"
      >
        {Array.from({ length: MAX_GROUPS }, (_, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are told apart by their place
          <label key={level}>
            {level === 0 ? 'Group by' : 'then by'}
            <select key={groups[level]} name={view.param('group')} defaultValue={groups[level] ?? ''}>
              <option value="">–</option>
              {columns.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <div className="grid__panel-bar">
          <button type="submit" className="button button--primary">
            Apply
          </button>
          {groups.length > 0 && (
            <>
              {(openGroups !== 'all' || toggled.length > 0) &&
                link('Open all', { openGroups: 'all', toggled: [] })}
              {(openGroups !== 'none' || toggled.length > 0) &&
                link('Close all', { openGroups: 'none', toggled: [] })}
              {link('Ungroup', { groups: [], toggled: [] })}
            </>
          )}
        </div>
      </GridForm>
    </Menu>
  )
}
