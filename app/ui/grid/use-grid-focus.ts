import { type RefObject, useEffect, useRef } from 'react'
import type { GridQuery } from './query'

/**
 * Where focus and scrolling go when a grid changes: to the first row when other rows are shown, to the field of a row
 * that is edited, back to the sign that opened a list of values; and near to what had focus and is there no more.
 */
export function useGridFocus(grid: RefObject<HTMLElement>, query: GridQuery): void {
  const rows = JSON.stringify([query.page, query.size, query.sort, query.filters, query.search, query.groups])
  const before = useRef({ values: query.values, edit: query.edit, rows })
  const place = useLastPlace(grid)

  useEffect(() => {
    const was = before.current
    before.current = { values: query.values, edit: query.edit, rows }
    const find = (selector: string) => grid.current?.querySelector<HTMLElement>(selector)
    const row = (key: string) => `tr[data-key=${CSS.escape(key)}]`
    if (was.rows !== rows) find('.grid__scroll')?.scrollTo({ top: 0 })
    if (query.edit !== null && query.edit !== was.edit)
      return find(`${row(query.edit)} :is(input:not([type=hidden]), select, textarea)`)?.focus()
    if (document.activeElement !== document.body || place.current === null) return
    if (was.edit !== null && query.edit === null) find(`${row(was.edit)} :is(a, button)`)?.focus()
    else if (was.values !== null && query.values === null)
      find(`th[data-column=${CSS.escape(was.values)}] .grid__funnel`)?.focus()
    else find(place.current)?.focus({ preventScroll: true })
  }, [grid, place, query.values, query.edit, rows])
}

/** Selects what is nearest to what had focus last in the grid; null while focus is, or was taken, elsewhere. */
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
      // What is taken away loses focus, too: that nobody chose.
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
