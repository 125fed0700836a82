import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { textOf } from './cell-text'
import type { GridQuery } from './query'

/**
 * Moves focus and scrolling when a grid changes: to the first row when other rows are shown, to the field of a row
 * being edited, back to the sign that opened a list of values; and near a focused element that was removed.
 */
export function useGridFocus(grid: RefObject<HTMLElement>, query: GridQuery): void {
  const rows = JSON.stringify([query.page, query.size, query.sort, query.filters, query.search, query.groups])
  const before = useRef({ values: query.values, edit: query.edit, filterRow: query.filterRow, rows })
  const place = useLastPlace(grid)

  useEffect(() => {
    const was = before.current
    before.current = { values: query.values, edit: query.edit, filterRow: query.filterRow, rows }
    const find = (selector: string) => grid.current?.querySelector<HTMLElement>(selector)
    const row = (key: string) => `tr[data-key=${CSS.escape(key)}]`
    if (was.rows !== rows) find('.grid__scroll')?.scrollTo({ top: 0 })
    if (query.edit !== null && query.edit !== was.edit)
      return find(`${row(query.edit)} :is(input:not([type=hidden]), select, textarea)`)?.focus()
    if (query.filterRow && !was.filterRow && document.activeElement?.matches(FILTERS_LINK))
      return focusFilterRow(grid.current)
    if (document.activeElement !== document.body || place.current === null) return
    if (was.edit !== null && query.edit === null) find(`${row(was.edit)} :is(a, button)`)?.focus()
    else if (was.values !== null && query.values === null)
      find(`th[data-column=${CSS.escape(was.values)}] .grid__funnel`)?.focus()
    else find(place.current)?.focus({ preventScroll: true })
  }, [grid, place, query.values, query.edit, query.filterRow, rows])
}

const FILTERS_LINK = '.grid__filters-link'

/** Into the first field of the row of filters. */
export function focusFilterRow(grid: Element | null): void {
  grid?.querySelector<HTMLElement>('.grid__filters :is(a, input:not([type=hidden]), select)')?.focus()
}

/** Into the search box; where a grid has none, into its row of filters, or to the link that shows it. */
export function focusFilter(grid: Element | null, isRowShown: boolean): void {
  const search = grid?.querySelector<HTMLElement>('.grid__toolbar [type=search]')
  if (search) search.focus()
  else if (isRowShown) focusFilterRow(grid)
  else grid?.querySelector<HTMLElement>(FILTERS_LINK)?.focus()
}

/** Selects the element nearest to the last focus in the grid; null while focus is, or was moved, elsewhere. */
function useLastPlace(grid: RefObject<HTMLElement>): RefObject<string | null> {
  const place = useRef<string | null>(null)
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      const inside = event.target instanceof Element && grid.current?.contains(event.target)
      place.current = inside ? placeOf(event.target) : null
    }
    const onBlur = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      if (relatedTarget !== null) return
      // A removed element also loses focus, without the user's choice.
      setTimeout(() => {
        if (target instanceof Element && target.isConnected && !target.matches(':focus')) place.current = null
      })
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [grid])
  return place
}

function placeOf(focused: Element): string {
  const filter = focused.closest<HTMLTableCellElement>('.grid__filters > td')
  if (filter)
    return `.grid__filters > :nth-child(${filter.cellIndex + 1}) :is(a, input:not([type=hidden]), select)`
  if (focused.closest('.grid__pager')) return '.grid__number'
  if (focused.closest('tbody')) return 'tr[data-key] :is(a, button)'
  return '.grid__toolbar :is(input:not([type=hidden]), summary)'
}

/** Native controls under a control of scripts, and its button for the mouse, are not in the tab order. */
const STOPS = ':is(a[href], button, input, select, summary):not(.over__native, .over__open)'

/**
 * Keyboard and mouse handling of a grid's rows. One row at a time is in the tab order; arrows, Home, End, PageUp and
 * PageDown move over the cells (with Ctrl to the first and last row), Enter opens, Space marks, expands or opens. On
 * the head of a group the right arrow opens it and the left one closes it. A click on a row opens it, or expands it if
 * `clickExpands`; a double click always opens.
 */
export function useGridKeys(
  table: RefObject<HTMLTableElement>,
  rows: unknown,
  columns: string,
  clickExpands: boolean,
) {
  const clicked = useRef<HTMLTableRowElement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and columns need a new tab order
  useEffect(() => {
    const all = rowsOf(table.current)
    const current = all.find((row) => row.contains(document.activeElement) || row.ariaCurrent === 'true')
    rest(all, current ?? all[0])
  }, [table, rows, columns])

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const target = event.target
    if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return
    const row = rowOf(target, table.current)
    if (!row) {
      if (event.key !== ' ' || !target.matches('[role=checkbox]') || isInside(target, table.current)) return
      event.preventDefault()
      return target.click()
    }
    const all = rowsOf(table.current)
    const cell = [...row.cells].findIndex((one) => one.contains(target))
    const move = moved(event, all.indexOf(row), cell, all.length, row.cells.length)
    if (cell === 0 && unfold(event, row, all)) return event.preventDefault()
    if (move) focusCell(all, all[move.row], move.cell)
    else if (event.key === 'Enter' && target instanceof HTMLTableCellElement) follow(row, 'open')
    else if (event.key === ' ' && !target.matches('button, summary')) follow(row, 'expand')
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent<HTMLTableElement>) {
    if (event.detail > 1) {
      // Rows may have moved under the pointer since the first click: the user meant that row.
      const row = clicked.current
      if (clickExpands && row?.querySelector('a.grid__open')) follow(row, 'open', event)
      return
    }
    // Not a pointer: the row's own link is already being followed.
    if (event.detail === 0) return
    const row = rowOf(event.target, table.current)
    clicked.current = row && !isOwn(event.target) ? row : null
    if (!clicked.current || getSelection()?.toString()) return
    // A click next to a mark's box counts as a click on the mark.
    const mark = event.target instanceof Element ? event.target.querySelector('a.grid__mark') : null
    if (mark instanceof HTMLElement && event.target instanceof HTMLTableCellElement) return mark.click()
    follow(clicked.current, clickExpands ? 'expand' : 'open', event)
  }

  return {
    onKeyDown,
    onClick,
    onCopy(event: ClipboardEvent<HTMLTableElement>) {
      // Selected cells are copied already.
      if (!event.defaultPrevented && copyCells(event, table.current)) event.preventDefault()
    },
    onFocus(event: { target: EventTarget }) {
      const row = rowOf(event.target, table.current)
      if (row) rest(rowsOf(table.current), row)
    },
    onMouseOver(event: MouseEvent<HTMLTableElement>) {
      const cell = event.target instanceof Element ? event.target.closest('td') : null
      if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
    },
  }
}

/**
 * Copies the marked rows of the page with column heads, or the focused cell, in a form that spreadsheets paste as a
 * table. Selected text is copied as usual; then returns false.
 */
function copyCells(event: ClipboardEvent, table: HTMLTableElement | null): boolean {
  const target = event.target
  if (!(target instanceof Element) || target.matches('input, select, textarea')) return false
  const row = rowOf(target, table)
  if (!row || !table || getSelection()?.toString()) return false
  const marked = rowsOf(table).filter((one) => one.querySelector('a.grid__mark[aria-checked=true]'))
  const cell = [...row.cells].find((one) => one.contains(target))
  const heads = [...table.querySelectorAll<HTMLTableCellElement>(':scope > thead th')]
  const columns = heads.filter((head) => head.dataset.column !== undefined)
  const lines =
    marked.length > 0
      ? [columns, ...marked.map(({ cells }) => columns.map(({ cellIndex }) => cells[cellIndex]))]
      : [[cell]]
  const text = lines.map((line) => line.map((one) => textOf(one)).join('\t')).join('\n')
  event.clipboardData.setData('text/plain', text)
  return true
}

function rowsOf(table: HTMLTableElement | null): HTMLTableRowElement[] {
  return [...(table?.querySelectorAll<HTMLTableRowElement>(':scope > tbody > tr[data-key]') ?? [])]
}

/** The row of this table; elements of a grid below one of its rows belong to that grid. */
function rowOf(target: EventTarget, table: HTMLTableElement | null): HTMLTableRowElement | null {
  if (!(target instanceof Element) || isInside(target, table)) return null
  return target.closest<HTMLTableRowElement>('tr[data-key]')
}

/** Whether it is in another table inside this one. */
function isInside(target: Element, table: HTMLTableElement | null): boolean {
  return target.closest('table') !== table
}

/** Whether a click here already has another meaning. */
function isOwn(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('a, button, input, select, textarea, label, summary') !== null
  )
}

/** Only the links and buttons of the active row are in the tab order. */
function rest(all: HTMLTableRowElement[], active: HTMLTableRowElement | undefined) {
  for (const row of all) {
    for (const stop of row.querySelectorAll<HTMLElement>(STOPS)) stop.tabIndex = row === active ? 0 : -1
  }
}

function focusCell(all: HTMLTableRowElement[], row: HTMLTableRowElement | undefined, at: number) {
  // Heads of groups have fewer cells.
  const cell = row?.cells[Math.min(at, row.cells.length - 1)]
  if (!cell) return
  rest(all, row)
  const stop = cell.querySelector<HTMLElement>(STOPS) ?? cell
  if (stop === cell) cell.tabIndex = -1
  stop.focus()
}

/** Opens or closes a group as in trees; on a closed one the left arrow leads to its parent group. */
function unfold(event: KeyboardEvent, row: HTMLTableRowElement, all: HTMLTableRowElement[]): boolean {
  const toggle = row.querySelector<HTMLElement>('a.grid__toggle')
  if (!toggle || event.ctrlKey || event.altKey || event.metaKey) return false
  const open = toggle.ariaExpanded === 'true'
  const level = Number(row.dataset.level)
  if (event.key === (open ? 'ArrowLeft' : 'ArrowRight')) toggle.click()
  else if (event.key === 'ArrowLeft' && level > 0) {
    const above = all.slice(0, all.indexOf(row)).reverse()
    focusCell(
      all,
      above.find((one) => Number(one.dataset.level) < level),
      0,
    )
  } else return false
  return true
}

/** Follows the row's own link, so that it does the same as a click on it (including a new tab with Ctrl). */
function follow(row: HTMLTableRowElement, what: 'open' | 'expand', keys?: MouseEvent) {
  const open = row.querySelector<HTMLElement>('a.grid__open')
  const expand = row.querySelector<HTMLElement>('a.grid__expand')
  // Space marks if rows can be marked; a click expands.
  const mark = keys ? null : row.querySelector<HTMLElement>('a.grid__mark')
  const link = what === 'open' ? (open ?? expand) : (mark ?? expand ?? open)
  const { ctrlKey = false, metaKey = false } = keys ?? {}
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }))
}

/** The target of a key from a row and cell; null if the key does not move. */
function moved(event: KeyboardEvent, row: number, cell: number, rows: number, cells: number) {
  const page = 10
  const to = (nextRow: number, nextCell: number) => ({
    row: Math.min(rows - 1, Math.max(0, nextRow)),
    cell: Math.min(cells - 1, Math.max(0, nextCell)),
  })
  if (event.altKey || event.metaKey) return null
  if (event.key === 'ArrowDown') return to(row + 1, cell)
  if (event.key === 'ArrowUp') return to(row - 1, cell)
  if (event.key === 'ArrowRight') return to(row, cell + 1)
  if (event.key === 'ArrowLeft') return to(row, cell - 1)
  if (event.key === 'PageDown') return to(row + page, cell)
  if (event.key === 'PageUp') return to(row - page, cell)
  if (event.key === 'Home') return event.ctrlKey ? to(0, 0) : to(row, 0)
  if (event.key === 'End') return event.ctrlKey ? to(rows - 1, cells - 1) : to(row, cells - 1)
  return null
}

/**
 * From a field of the grid's filter form the down arrow leads to the first row, and Enter opens the row if it is the
 * only one left.
 * @param shown address and number of the visible rows
 */
export function useFilterKeys(
  table: RefObject<HTMLTableElement>,
  form: RefObject<HTMLFormElement>,
  shown: { key: string; total: number; isFiltered: boolean },
) {
  const opens = useRef(false)
  const { key, total, isFiltered } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer to the form has a key of its own
  useEffect(() => {
    const wanted = opens.current
    opens.current = false
    const [row] = rowsOf(table.current)
    if (wanted && isFiltered && total === 1 && row?.querySelector('a.grid__open')) follow(row, 'open')
  }, [key])

  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, ctrlKey, altKey, metaKey } = event
    if (!(target instanceof HTMLInputElement) || target.form !== form.current || !form.current) return
    if (ctrlKey || altKey || metaKey) return
    if (event.key === 'Enter') opens.current = true
    else opens.current = false
    if (event.key !== 'ArrowDown') return
    const all = rowsOf(table.current)
    const open = all[0]?.querySelector<HTMLElement>('a.grid__open')
    if (!open) return
    event.preventDefault()
    rest(all, all[0])
    open.focus()
  }
}
