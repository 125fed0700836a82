import { useNavigate } from '@remix-run/react'
import type { PointerEvent } from 'react'
import type { GridView } from './grid-view'

const NARROWEST = 40

/** The right edge of a column's head: dragging it makes the column wider or narrower. The Columns panel does it by keyboard. */
export function GridGrip<Row>({ view, column }: { view: GridView<Row>; column: string }) {
  const navigate = useNavigate()

  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    const grip = event.currentTarget
    const heads = [...(grip.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
    const head = grip.closest('th')
    if (!head || event.button !== 0) return
    event.preventDefault()
    const from = event.clientX
    const before = head.offsetWidth
    const width = (x: number) => Math.max(NARROWEST, Math.round(before + x - from))
    const col = head.closest('table')?.querySelectorAll('col')[head.cellIndex]
    grip.setPointerCapture(event.pointerId)
    const onMove = (move: globalThis.PointerEvent) => {
      head.style.width = `${width(move.clientX)}px`
      if (col) col.style.width = head.style.width
    }
    const onUp = (up: globalThis.PointerEvent) => {
      grip.removeEventListener('pointermove', onMove)
      // All of them, so that the others stay as they are.
      const widths = Object.fromEntries(heads.map((each) => [each.dataset.column ?? '', each.offsetWidth]))
      if (up.clientX === from) return
      navigate(view.href({ widths: { ...widths, [column]: width(up.clientX) }, page: view.query.page }), {
        replace: true,
        preventScrollReset: true,
      })
    }
    grip.addEventListener('pointermove', onMove)
    grip.addEventListener('pointerup', onUp, { once: true })
  }

  // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; widths are set by keyboard in the Columns panel
  return <span className="grid__grip screen-only" aria-hidden="true" onPointerDown={onPointerDown} />
}
