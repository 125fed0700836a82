import { type RefObject, useEffect } from 'react'

/** How much of a column must be seen for its figures to be read whole. */
const WHOLE = 0.94
/** Rows beyond the upper or lower edge count as seen. */
const BEYOND = '100000px'
/** Where the layout changes: columns are pinned (grid.css), or rows have two lines and no heads (grid-phone.css). */
const LAYOUTS = ['(min-width: 900px)', '(max-width: 640px)']

/**
 * Hides the figures of a column that is partly beyond the edge of its grid, or under a pinned column, as they would look
 * like other figures (grid.css). By scripts: Chromium may end a page whose table cells have an animation by
 * `view()` when they change places.
 */
export function useCutFigures(table: RefObject<HTMLTableElement>, rows: unknown, columns: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and columns have other cells
  useEffect(() => {
    const root = table.current?.closest('.grid__scroll')
    if (!table.current || !root) return
    const heads = table.current.querySelectorAll<HTMLTableCellElement>(':scope > thead > tr > th.whole')
    const layouts = LAYOUTS.map((layout) => matchMedia(layout))
    let observer: IntersectionObserver | undefined
    const observe = () => {
      observer?.disconnect()
      const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(root)
      const inset = (padding: string) => `-${Number.parseFloat(padding) || 0}px`
      observer = new IntersectionObserver(hideCut, {
        root,
        rootMargin: [BEYOND, inset(scrollPaddingRight), BEYOND, inset(scrollPaddingLeft)].join(' '),
        threshold: [0, WHOLE, 1],
      })
      for (const head of heads) observer.observe(head)
    }
    observe()
    for (const layout of layouts) layout.addEventListener('change', observe)
    return () => {
      observer?.disconnect()
      for (const layout of layouts) layout.removeEventListener('change', observe)
    }
  }, [table, rows, columns])
}

function hideCut(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, boundingClientRect, intersectionRatio } of entries) {
    if (!(target instanceof HTMLTableCellElement)) continue
    // Without heads nothing is beyond an edge.
    const isCut = boundingClientRect.width > 0 && intersectionRatio < WHOLE
    for (const row of target.closest('table')?.rows ?? []) {
      const cell = cellBelow(row, target.cellIndex)
      if (cell?.classList.contains('whole')) cell.toggleAttribute('data-cut', isCut)
    }
  }
}

/** The cell of a row in a column; rows of sums have wide cells before it. */
function cellBelow(row: HTMLTableRowElement, column: number): HTMLTableCellElement | undefined {
  let at = 0
  for (const cell of row.cells) {
    if (at === column) return cell
    at += cell.colSpan
  }
}
