import { useNavigate } from '@remix-run/react'
import { type DragEvent, useRef } from 'react'
import { shownColumns } from './columns'
import type { GridView } from './grid-view'

type Side = 'before' | 'after'

/** Columns are put into another place by dragging their heads. The Columns panel does it by keyboard. */
export function useHeadDrag<Row>(view: GridView<Row>) {
  const navigate = useNavigate()
  const dragged = useRef<string | null>(null)
  const marked = useRef<HTMLElement | null>(null)

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
