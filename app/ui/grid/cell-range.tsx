import { type RefObject, useEffect, useRef, useState } from 'react'
import { textOf } from './cell-text'
import { plainValue } from './columns'
import { exactSum, grouped } from './exact-sum'
import type { GridView } from './grid-view'
import { shownCount } from './query'

/** A cell by the position of its row and column on the page. */
interface Place {
  row: number
  column: number
}

/** The rectangle between two cells, from which it began to where it reaches. */
interface Range {
  from: Place
  to: Place
}

interface CellRangeProps<Row> {
  table: RefObject<HTMLTableElement>
  view: GridView<Row>
  rows: readonly Row[]
}

/**
 * Cells are selected by dragging over them, by a click with Shift, and by Shift with the arrows; Escape ends it. The
 * status line counts and adds them up, and a copy of them is a table.
 */
export function CellRange<Row>({ table, view, rows }: CellRangeProps<Row>) {
  const [range, setRange] = useState<Range | null>(null)
  const latest = useRef(range)
  latest.current = range

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows or columns are other cells
  useEffect(() => setRange(null), [rows, view.shown.map(({ id }) => id).join()])
  useEffect(() => mark(table.current, range), [table, range])
  useEffect(() => {
    if (table.current) return listen(table.current, () => latest.current, setRange)
  }, [table])

  return (
    <span className="grid__range screen-only" role="status">
      {range && describe(range, view, rows)}
    </span>
  )
}

/** Elements that handle clicks and drags themselves. */
const OWN = 'a, button, input, select, textarea, label, summary'

function listen(
  table: HTMLTableElement,
  range: () => Range | null,
  set: (range: Range | null) => void,
): () => void {
  const end = new AbortController()
  const on = { signal: end.signal }
  const capture = { ...on, capture: true }
  let start: Place | null = null
  let dragged = false

  table.addEventListener(
    'pointerdown',
    (event) => {
      const place = event.button === 0 && event.pointerType === 'mouse' ? placeOf(event.target, table) : null
      const isOwn = event.target instanceof Element && event.target.closest(OWN) !== null
      dragged = false
      start = null
      if (!place || isOwn) return
      const from = event.shiftKey ? (range()?.from ?? placeOf(document.activeElement, table)) : null
      if (!from) {
        start = place
        return set(null)
      }
      dragged = true
      set({ from, to: place })
    },
    on,
  )
  // With Shift, or while cells are dragged over, no text is selected.
  table.addEventListener('mousedown', (event) => dragged && event.preventDefault(), on)
  table.addEventListener(
    'pointerover',
    (event) => {
      const place = start && event.buttons === 1 ? placeOf(event.target, table) : null
      if (!start || !place || (!dragged && same(start, place))) return
      dragged = true
      getSelection()?.removeAllRanges()
      table.dataset.selecting = ''
      set({ from: start, to: place })
    },
    on,
  )
  document.addEventListener(
    'pointerup',
    () => {
      start = null
      delete table.dataset.selecting
    },
    on,
  )
  table.addEventListener(
    'click',
    (event) => {
      if (!dragged) return
      dragged = false
      event.preventDefault()
      event.stopPropagation()
    },
    capture,
  )
  // Keys go on from the cell with the focus, not from an earlier selection.
  table.addEventListener(
    'focusin',
    (event) => {
      const [now, place] = [range(), placeOf(event.target, table)]
      if (now && place && !same(place, now.from)) set(null)
    },
    on,
  )
  table.addEventListener(
    'keydown',
    (event) => {
      const now = range()
      if (event.key === 'Escape' && now) {
        event.preventDefault()
        event.stopPropagation()
        return set(null)
      }
      const step = STEPS[event.key]
      if (!step || event.ctrlKey || event.altKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea')) return
      if (!event.shiftKey) return set(null)
      const from = now?.from ?? placeOf(event.target, table)
      if (!from) return
      event.preventDefault()
      event.stopPropagation()
      const to = moved(now?.to ?? from, step, table)
      set({ from, to })
      cellsIn(table, { from: to, to })[0]?.[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    on,
  )
  document.addEventListener(
    'copy',
    (event) => {
      const now = range()
      const inField = document.activeElement?.matches('input, select, textarea')
      if (!now || inField || getSelection()?.toString()) return
      const lines = cellsIn(table, now).map((line) => line.map(textOf))
      event.clipboardData?.setData('text/plain', lines.map((line) => line.join('\t')).join('\n'))
      event.clipboardData?.setData('text/html', htmlOf(lines))
      event.preventDefault()
    },
    capture,
  )
  return () => end.abort()
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

const same = (one: Place, other: Place) => one.row === other.row && one.column === other.column

const rowsIn = (table: HTMLTableElement) => [
  ...table.querySelectorAll<HTMLTableRowElement>(':scope > tbody > tr[data-key]:not(.grid__group)'),
]

/** The cells before those of columns: marks, and signs that open details. */
const beforeColumns = (table: HTMLTableElement) =>
  table.querySelector<HTMLTableCellElement>(':scope > thead th[data-column]')?.cellIndex ?? 0

const columnCount = (table: HTMLTableElement) =>
  table.querySelectorAll(':scope > thead th[data-column]').length

function placeOf(target: EventTarget | null, table: HTMLTableElement): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td') : null
  if (!cell || cell.closest('table') !== table) return null
  const row = rowsIn(table).indexOf(cell.parentElement as HTMLTableRowElement)
  const column = cell.cellIndex - beforeColumns(table)
  return row < 0 || column < 0 || column >= columnCount(table) ? null : { row, column }
}

function moved(from: Place, step: Place, table: HTMLTableElement): Place {
  const within = (at: number, count: number) => Math.min(count - 1, Math.max(0, at))
  return {
    row: within(from.row + step.row, rowsIn(table).length),
    column: within(from.column + step.column, columnCount(table)),
  }
}

/** From the upper left to the lower right corner. */
function corners({ from, to }: Range): [Place, Place] {
  return [
    { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  ]
}

function cellsIn(table: HTMLTableElement, range: Range): HTMLTableCellElement[][] {
  const [first, last] = corners(range)
  const before = beforeColumns(table)
  return rowsIn(table)
    .slice(first.row, last.row + 1)
    .map(({ cells }) => [...cells].slice(before + first.column, before + last.column + 1))
}

function mark(table: HTMLTableElement | null, range: Range | null): void {
  for (const cell of table?.querySelectorAll<HTMLElement>(':scope > tbody > tr > td[data-in-range]') ?? [])
    delete cell.dataset.inRange
  if (table && range) for (const cell of cellsIn(table, range).flat()) cell.dataset.inRange = ''
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function htmlOf(lines: string[][]): string {
  const cell = (text: string) => `<td>${text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)}</td>`
  return `<table>${lines.map((line) => `<tr>${line.map(cell).join('')}</tr>`).join('')}</table>`
}

const CURRENCY = /^(iso3)?currency$/

/** "6 cells · Sum 1,234.50 · Average 205.75"; sums of several currencies stand side by side. */
function describe<Row>(range: Range, view: GridView<Row>, rows: readonly Row[]): string {
  const [first, last] = corners(range)
  const columns = view.shown.slice(first.column, last.column + 1)
  const selected = rows.slice(first.row, last.row + 1)
  const currency = view.columns.find(({ id }) => CURRENCY.test(id))
  const figures = new Map<string, string[]>()
  for (const row of selected) {
    const unit = currency ? (plainValue(currency, row) ?? '') : ''
    for (const column of columns) {
      const value = column.meta.kind === 'number' && !column.meta.percent ? plainValue(column, row) : null
      if (value !== null) figures.set(unit, [...(figures.get(unit) ?? []), value])
    }
  }
  const cells = selected.length * columns.length
  const units = [...figures].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const sums = units.flatMap(([unit, values]) => {
    const total = exactSum(values)
    return total ? [{ unit, total }] : []
  })
  // Amounts have the decimals of their currency; other figures keep theirs.
  const figuresOf = columns.filter(({ meta }) => meta.kind === 'number')
  const show = figuresOf.every(({ meta }) => meta.currency) ? figuresOf[0]?.meta.show : undefined
  const shown = (unit: string, figure: string) => `${unit} ${show?.(figure, unit) ?? grouped(figure)}`.trim()
  const parts = [cells === 1 ? '1 cell' : `${shownCount(cells)} cells`]
  if (sums.length > 0) parts.push(`Sum ${sums.map(({ unit, total }) => shown(unit, total.sum)).join(', ')}`)
  const [only] = sums
  if (only && sums.length === 1) parts.push(`Average ${shown(only.unit, only.total.average)}`)
  return parts.join(' · ')
}
