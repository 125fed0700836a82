import { Link, useNavigate } from '@remix-run/react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { atFirstSign, loaded, loadMoves, useLater } from '../enhanced/later'
import type { GripProps, Move } from '../enhanced/moves'
import { filterKind, type GridColumn, hasValues, shownColumns } from './columns'
import { FilterCell } from './filter-cell'
import type { GridView } from './grid-view'
import { nextSort } from './href'

type MarkProps<Row> = { view: GridView<Row>; label: string }

/** Marks a row, or removes its mark. */
export function MarkLink<Row>({ view, rowKey, label }: MarkProps<Row> & { rowKey: string }) {
  const { selected } = view.query
  const marked = selected.includes(rowKey)
  const then = marked ? selected.filter((key) => key !== rowKey) : [...selected, rowKey]
  return <Mark view={view} state={marked} label={`Mark ${label}`} selected={then} />
}

/** Marks all rows of the page, or removes all their marks. */
export function MarkAllLink<Row>({ view, keys, label }: MarkProps<Row> & { keys: string[] }) {
  const { selected } = view.query
  const marked = keys.filter((key) => selected.includes(key)).length
  const all = marked === keys.length
  const others = selected.filter((key) => !keys.includes(key))
  return (
    <Mark
      view={view}
      state={all || (marked > 0 && 'mixed')}
      label={label}
      selected={all ? others : [...others, ...keys]}
    />
  )
}

type StateProps<Row> = MarkProps<Row> & { state: boolean | 'mixed'; selected: string[] }

function Mark<Row>({ view, state, label, selected }: StateProps<Row>) {
  return (
    <Link
      className="grid__mark"
      role="checkbox"
      aria-checked={state}
      aria-label={label}
      to={view.href({ selected })}
      replace
      discover="none"
      preventScrollReset
    />
  )
}

type Side = 'before' | 'after'

/** Columns are moved by dragging their heads. The Columns panel does it by keyboard. */
export function useHeadDrag<Row>(view: GridView<Row>) {
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
      const shown = shownColumns(view.columns, view.query.columns).map(({ id }) => id)
      const columns = shown.filter((id) => id !== column)
      columns.splice(columns.indexOf(beside) + (sideOf(event, head) === 'after' ? 1 : 0), 0, column)
      navigate(view.href({ columns }), { replace: true, preventScrollReset: true })
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

const NARROWEST = 40
const WIDEST = 1_000

/** A column that is being made wider or narrower. */
interface Resized {
  head: HTMLTableCellElement
  table: HTMLTableElement
  /** Of the other columns, in pixels. */
  others: number
  /** Of this one, as far as the grip was moved. */
  at: number
  widths: Record<string, number>
}

const widthOf = ({ at }: Resized) => Math.min(WIDEST, Math.max(NARROWEST, Math.round(at)))

/** The right edge of a column's head: dragging it makes the column wider or narrower. The Columns panel does it by keyboard. */
export function GridGrip<Row>({ view, column }: { view: GridView<Row>; column: string }) {
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
    // All of them, so that the others stay as they are.
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
      {Moves && <Moves lend={setGrip} {...{ onMoveStart, onMove, onMoveEnd }} />}
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
  /** Keys of the page's rows, where rows can be marked. */
  marks: string[] | null
  /** Whether there is a column for opening details at the start, and one for actions at the end. */
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

/** Kinds of columns whose cells are figures: a figure that is cut looks like another one. */
const FIGURES = ['number', 'day', 'instant']

/** The class of a column's cells, from its head to its sums: their alignment, and their place at the edge. */
export function cellClass<Row>({ kind, align, pinned }: GridColumn<Row>, ...more: (string | false)[]) {
  const side = align ?? (kind === 'number' ? 'end' : kind === 'boolean' ? 'centre' : 'start')
  const classes = [side !== 'start' && side, ...more, pinned ? 'pinned' : FIGURES.includes(kind) && 'whole']
  return classes.filter(Boolean).join(' ') || undefined
}
