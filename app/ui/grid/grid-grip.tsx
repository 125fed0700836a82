import { useNavigate } from '@remix-run/react'
import type { PointerEvent } from 'react'
import type { GridView } from './grid-view'

const NARROWEST = 40
const WIDEST = 1_000

/** The right edge of a column's head: dragging it makes the column wider or narrower. The Columns panel does it by keyboard. */
export function GridGrip<Row>({ view, column }: { view: GridView<Row>; column: string }) {
  const navigate = useNavigate()

  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    const grip = event.currentTarget
    const head = grip.closest('th')
    const table = grip.closest('table')
    if (!head || !table || event.button !== 0) return
    event.preventDefault()
    const from = event.clientX
    const before = head.offsetWidth
    const others = table.offsetWidth - before
    let widths: Record<string, number> | null = null
    let width = before
    grip.setPointerCapture(event.pointerId)
    const onMove = (move: globalThis.PointerEvent) => {
      // All of them, so that the others stay as they are.
      widths ??= fixWidths(table)
      width = Math.min(WIDEST, Math.max(NARROWEST, Math.round(before + move.clientX - from)))
      const col = table.querySelectorAll('col')[head.cellIndex]
      if (col?.style.width !== 'auto') col?.style.setProperty('width', `${width}px`)
      table.style.minWidth = `${others + width}px`
    }
    const onEnd = () => {
      grip.removeEventListener('pointermove', onMove)
      if (!widths) return
      navigate(view.href({ widths: { ...widths, [column]: width } }), {
        replace: true,
        preventScrollReset: true,
      })
    }
    grip.addEventListener('pointermove', onMove)
    grip.addEventListener('lostpointercapture', onEnd, { once: true })
  }

  return <span className="grid__grip screen-only" aria-hidden="true" onPointerDown={onPointerDown} />
}

/** Writes the widths that columns have into the table, and tells them by column. The last one takes what is left. */
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
