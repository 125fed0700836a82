import { useNavigate } from '@remix-run/react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { atFirstSign, loaded, loadMoves, useLater } from '../enhanced/later'
import type { GripProps, Move } from '../enhanced/moves'
import { Link } from '../open-close/close-link'
import { filterKind, hasValues } from './columns'
import { FilterCell } from './filter-cell'
import { WIDEST } from './grid-table'
import type { GridView, ShownColumn } from './grid-view'

interface MarkLinkProps {
  label: string
  state: boolean | 'mixed'
  to: string
}

/** Marks rows, or removes their marks. */
export function MarkLink({ label, state, to }: MarkLinkProps) {
  return (
    <Link
      className="grid__mark"
      role="checkbox"
      aria-checked={state}
      aria-label={label}
      to={to}
      replace
      preventScrollReset
    />
  )
}

type Side = 'before' | 'after'

/** Columns are moved by dragging their heads. For the keyboard there is the Columns panel. */
function useHeadDrag<Row>(view: GridView<Row>) {
  const navigate = useNavigate()
  const dragged = useRef<string | null>(null)
  const marked = useRef<HTMLElement | null>(null)
  useEffect(() => atFirstSign(() => void loaded(loadMoves)), [])

  const mark = (head: HTMLElement | null, side?: Side) => {
    delete marked.current?.dataset.drop
    if (head && side) head.dataset.drop = side
    marked.current = head
  }
  return {
    onDragStart(event: DragEvent<HTMLElement>) {
      const head = headOf(event)
      const grips = event.target instanceof Element && event.target.closest('.grid__grip')
      if (!head || grips) return event.preventDefault()
      dragged.current = head.dataset.column ?? null
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      const head = headOf(event)
      if (dragged.current === null || !head || head.dataset.column === dragged.current) return mark(null)
      event.preventDefault()
      mark(head, sideOf(event, head))
    },
    onDrop(event: DragEvent<HTMLElement>) {
      const head = headOf(event)
      const column = dragged.current
      const beside = head?.dataset.column
      if (!head || column === null || beside === undefined || beside === column) return
      event.preventDefault()
      const columns = view.order.filter((id) => id !== column)
      columns.splice(columns.indexOf(beside) + (sideOf(event, head) === 'after' ? 1 : 0), 0, column)
      const to = view.after((table) => table.setColumnOrder(columns))
      navigate(to, { replace: true, preventScrollReset: true })
    },
    onDragEnd() {
      dragged.current = null
      mark(null)
    },
  }
}

function headOf({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('th[data-column]') : null
}

function sideOf({ clientX }: DragEvent, head: HTMLElement): Side {
  const { left, width } = head.getBoundingClientRect()
  return clientX < left + width / 2 ? 'before' : 'after'
}

/** A grip leaves room for itself and a letter; a typed number may be smaller. */
const NARROWEST = 40

/** A column that is being resized. */
interface Resized {
  head: HTMLTableCellElement
  table: HTMLTableElement
  /** Total width of the other columns, in pixels. */
  others: number
  /** Its own width, as far as the grip was moved. */
  at: number
  widths: Record<string, number>
}

const widthOf = ({ at }: Resized) => Math.min(WIDEST, Math.max(NARROWEST, Math.round(at)))

/** The right edge of a column's head: dragging it resizes the column. For the keyboard there is the Columns panel. */
function GridGrip<Row>({ view, column }: { view: GridView<Row>; column: string }) {
  const navigate = useNavigate()
  const [Moves, want] = useLater(loadMoves)
  const [grip, setGrip] = useState<GripProps>()
  const ref = useRef<HTMLSpanElement>(null)
  const resized = useRef<Resized | null>(null)

  function onMoveStart() {
    const head = ref.current?.closest('th')
    const table = head?.closest('table')
    if (!head || !table) return
    const before = head.offsetWidth
    // All of them, so that the others keep their width.
    const [others, widths] = [table.offsetWidth - before, fixWidths(table)]
    resized.current = { head, table, others, at: before, widths }
  }

  function onMove({ deltaX }: Move) {
    const now = resized.current
    if (!now) return
    now.at += deltaX
    const col = now.table.querySelectorAll('col')[now.head.cellIndex]
    if (col?.style.width !== 'auto') col?.style.setProperty('width', `${widthOf(now)}px`)
    now.table.style.minWidth = `${now.others + widthOf(now)}px`
  }

  function onMoveEnd() {
    const now = resized.current
    resized.current = null
    if (!now) return
    const to = view.href({ widths: { ...now.widths, [column]: widthOf(now) } })
    navigate(to, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <span
        ref={ref}
        className="grid__grip screen-only"
        aria-hidden="true"
        data-moves={grip && ''}
        onPointerEnter={want}
        onPointerDown={grip?.onPointerDown}
      />
      {Moves && <Moves lend={setGrip} onMoveStart={onMoveStart} onMove={onMove} onMoveEnd={onMoveEnd} />}
    </>
  )
}

/** Writes the current widths of columns into the table, and returns them by column. The last one takes the rest. */
function fixWidths(table: HTMLTableElement): Record<string, number> {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  const sizes = heads.map((head) => head.offsetWidth)
  const cols = [...table.querySelectorAll('col')]
  for (const [at, col] of cols.entries()) col.style.width = at === cols.length - 1 ? 'auto' : `${sizes[at]}px`
  table.classList.add('grid__table--fixed')
  return Object.fromEntries(
    heads.flatMap((head, at) => (head.dataset.column ? [[head.dataset.column, sizes[at] ?? 0]] : [])),
  )
}

type GridHeadProps<Row> = {
  view: GridView<Row>
  filterRow: boolean
  /** Whether rows can be marked. */
  marks: boolean
  /** Whether there is a column for opening details at the start, and one for actions at the end. */
  details: boolean
  actions?: string
}

/** Column heads (links that sort; with Shift in addition to the current order) and the filter row. */
export function GridHead<Row>({ view, filterRow, marks, details, actions }: GridHeadProps<Row>) {
  const drag = useHeadDrag(view)
  return (
    <thead>
      <tr {...drag}>
        {marks && (
          <th scope="col" className="grid__narrow">
            <span className="hidden-text">Marked</span>
            {view.table.getRowModel().rows.length > 0 && <MarkAllLink view={view} />}
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
        {actions && (
          <th scope="col" className="grid__actions">
            {actions}
          </th>
        )}
      </tr>
      {filterRow && (
        <tr className="grid__filters screen-only">
          {marks && <td />}
          {details && <td />}
          {view.shown.map((column) => (
            <td key={column.id} {...column.edge}>
              {filterKind(column) && <FilterCell column={column} view={view} />}
            </td>
          ))}
          {actions && <td />}
        </tr>
      )}
    </thead>
  )
}

/** Marks all rows of the page, or removes all their marks. */
/** Marks all rows of the page, or removes their marks when all are marked. */
export function markAllHref<Row>(view: GridView<Row>): string {
  const all = view.table.getIsAllPageRowsSelected()
  return view.after((table) => {
    table.toggleAllPageRowsSelected(false)
    if (!all) table.toggleAllPageRowsSelected(true)
  })
}

function MarkAllLink<Row>({ view }: { view: GridView<Row> }) {
  const all = view.table.getIsAllPageRowsSelected()
  return (
    <MarkLink
      label="Mark all rows of this page"
      state={all || (view.table.getIsSomePageRowsSelected() && 'mixed')}
      to={markAllHref(view)}
    />
  )
}

type HeadProps<Row> = { column: ShownColumn<Row>; view: GridView<Row> }

function HeadCell<Row>({ column, view }: HeadProps<Row>) {
  const now = column.state.getIsSorted()
  return (
    <th
      scope="col"
      {...column.place}
      title={column.meta.title}
      data-column={column.id}
      // Where columns can be chosen, they can be moved.
      draggable={view.layout !== undefined || undefined}
      aria-sort={now ? (now === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <span className="grid__head">
        {column.state.getCanSort() ? <SortLink column={column} view={view} /> : column.header}
        {view.values !== undefined && hasValues(column) && <ValuesLink column={column} view={view} />}
      </span>
      <GridGrip view={view} column={column.id} />
    </th>
  )
}

function SortLink<Row>({ column: { state, header }, view }: HeadProps<Row>) {
  const navigate = useNavigate()
  const now = state.getIsSorted()
  const href = (add: boolean) => view.after(() => state.toggleSorting(undefined, add))
  return (
    <Link
      to={href(false)}
      preventScrollReset
      draggable={false}
      onClick={(event) => {
        if (!event.shiftKey) return
        event.preventDefault()
        navigate(href(true), { preventScrollReset: true })
      }}
    >
      {header}
      {now && (
        <span className="grid__sort" aria-hidden="true">
          {now === 'desc' ? '▼' : '▲'}
          {view.query.sort.length > 1 && state.getSortIndex() + 1}
        </span>
      )}
    </Link>
  )
}

/** Opens the list of the column's values. */
function ValuesLink<Row>({ column, view }: HeadProps<Row>) {
  const open = view.query.values === column.id
  const filtered = view.query.filters.some(
    ({ column: id, operator }) => id === column.id && operator === 'in',
  )
  return (
    <Link
      className={filtered ? 'grid__funnel grid__funnel--on screen-only' : 'grid__funnel screen-only'}
      to={view.href({ values: open ? null : column.id, find: '' })}
      replace
      preventScrollReset
      aria-expanded={open}
      aria-label={`Choose values of ${column.header}`}
      title={`Choose values of ${column.header}`}
    />
  )
}
