import { useNavigate } from '@remix-run/react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from '../open-close/close-link'
import { type GridField, isGroupable, type PinnedSide } from './columns'
import { GridForm, GridMenu } from './grid-form'
import { type GridTableColumn, NARROWEST, WIDEST } from './grid-table'
import type { GridView } from './grid-view'
import { MAX_GROUPS } from './parse-query'
import type { GridQuery } from './query'

/** Which columns are shown, in which order, how wide, and which are pinned to an edge. */
export function ColumnsPanel<Row>({ view }: { view: GridView<Row> }) {
  return (
    <GridMenu view={view} panel="columns" label="Columns" link="Choose columns">
      <ChosenColumns view={view} />
    </GridMenu>
  )
}

function ChosenColumns<Row>({ view }: { view: GridView<Row> }) {
  const { columns, widths, pins } = view.query
  const { order } = view
  const panel = usePanel(order.join(), `${order.toSorted().join()} ${JSON.stringify(widths)}`)
  const isChanged = columns || Object.keys({ ...widths, ...pins }).length > 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes clicks on its links
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys follow links by a click, too
    <div ref={panel.ref} onClick={panel.onClick}>
      <GridForm view={view} without={{ columns: null, widths: {} }} className="grid__choices">
        <ul className="grid__columns">
          {view.table.getAllLeafColumns().map((column) => (
            <ColumnLine key={column.id} view={view} column={column} order={order} />
          ))}
        </ul>
        <div className="grid__panel-bar">
          <button type="submit" className="button button--primary">
            Apply
          </button>
          {isChanged && (
            <Link
              to={view.href({ columns: null, widths: {}, pins: {} })}
              replace
              preventScrollReset
              data-closes
            >
              Reset columns
            </Link>
          )}
        </div>
      </GridForm>
    </div>
  )
}

type LineProps<Row> = { view: GridView<Row>; column: GridTableColumn; order: readonly string[] }

function ColumnLine<Row>({ view, column, order }: LineProps<Row>) {
  const { id } = column
  const isShown = column.getIsVisible()
  const label = String(column.columnDef.header)
  return (
    <li>
      <label>
        <input type="checkbox" name={view.param('columns')} value={id} defaultChecked={isShown} />
        {label}
      </label>
      <input
        type="number"
        name={view.param(`width.${id}`)}
        defaultValue={view.query.widths[id]}
        placeholder="auto"
        min={NARROWEST}
        max={WIDEST}
        aria-label={`Width of ${label} in pixels`}
      />
      <Moves view={view} order={order} id={id} label={label} />
      <span className="grid__pins">
        {isShown && <PinLink view={view} column={column} side="start" sign="⇤" where="left" />}
        {isShown && <PinLink view={view} column={column} side="end" sign="⇥" where="right" />}
      </span>
    </li>
  )
}

type PinLinkProps<Row> = {
  view: GridView<Row>
  column: GridTableColumn
  side: PinnedSide
  sign: string
  where: string
}

/** Pins a column to an edge, or unpins it. */
function PinLink<Row>({ view, column, side, sign, where }: PinLinkProps<Row>) {
  const label = String(column.columnDef.header)
  const isPinned = column.getIsPinned() === side
  return (
    <a
      data-pin={side}
      href={view.after(() => column.pin(!isPinned && side))}
      aria-label={isPinned ? `Unpin ${label}` : `Pin ${label} at the ${where}`}
      title={isPinned ? 'Unpin' : `Pin at the ${where}`}
      aria-current={isPinned || undefined}
    >
      {sign}
    </a>
  )
}

/**
 * Keeps focus on the arrow of a column that was moved. Ticks that are not yet applied survive any number of moves,
 * however fast; when another choice is applied, the fields follow it.
 */
function usePanel(order: string, choice: string) {
  const ref = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice of columns
  useEffect(() => ref.current?.querySelector('form')?.reset(), [choice])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order of the columns
  useEffect(() => {
    if (!moved.current) return
    const [column, direction] = moved.current.split(' ')
    const arrows = [...(ref.current?.querySelectorAll<HTMLElement>(`[data-move$=" ${direction}"]`) ?? [])]
    const others = [...(ref.current?.querySelectorAll<HTMLElement>('[data-move]') ?? [])]
    const arrow = [...arrows, ...others].find((one) => one.dataset.move?.startsWith(`${column} `))
    arrow?.focus()
  }, [order])

  return {
    ref,
    // One handler for all: the panel has dozens of links, and a page may have several grids.
    onClick(event: MouseEvent) {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>('a:is([data-move], [data-pin])')
          : null
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      moved.current = link.dataset.move ?? null
      navigate(link.getAttribute('href') ?? '', { replace: true, preventScrollReset: true })
    },
  }
}

type MovesProps<Row> = { view: GridView<Row>; order: readonly string[]; id: string; label: string }

/** Up and down in the order of the visible columns. */
function Moves<Row>({ view, order, id, label }: MovesProps<Row>) {
  const at = order.indexOf(id)
  const move = (to: number) =>
    view.after((table) => table.setColumnOrder(order.toSpliced(at, 1).toSpliced(to, 0, id)))
  const link = (to: number, sign: string, direction: string) =>
    at >= 0 && to >= 0 && to < order.length ? (
      <a href={move(to)} aria-label={`Move ${label} ${direction}`} data-move={`${id} ${direction}`}>
        {sign}
      </a>
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

/** An empty option, and these columns. */
export function ColumnOptions({ columns }: { columns: readonly Pick<GridField, 'id' | 'header'>[] }) {
  return (
    <>
      <option value="">–</option>
      {columns.map(({ id, header }) => (
        <option key={id} value={id}>
          {header}
        </option>
      ))}
    </>
  )
}

/** The columns that rows are grouped by, outermost first. */
export function GroupPanel<Row>({ view }: { view: GridView<Row> }) {
  if (!view.columns.some(isGroupable)) return null
  const count = view.query.groups.length
  return (
    <GridMenu view={view} panel="group" label="Group" count={count} link="Choose groups">
      <ChosenGroups view={view} />
    </GridMenu>
  )
}

function ChosenGroups<Row>({ view }: { view: GridView<Row> }) {
  const columns = view.columns.filter(isGroupable)
  const { groups, openGroups, toggled } = view.query
  const link = (label: string, change: Partial<GridQuery>) => (
    <Link to={view.href(change)} preventScrollReset data-closes>
      {label}
    </Link>
  )
  return (
    <GridForm
      view={view}
      without={{ groups: [], toggled: [] }}
      keepEmpty={['group']}
      replace={false}
      className="grid__choices"
    >
      {Array.from({ length: MAX_GROUPS }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are identified by their position
        <label key={level}>
          {level === 0 ? 'Group by' : 'then by'}
          <select key={groups[level]} name={view.param('group')} defaultValue={groups[level] ?? ''}>
            <ColumnOptions columns={columns} />
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
  )
}
