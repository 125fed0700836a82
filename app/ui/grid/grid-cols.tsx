import type { CSSProperties } from 'react'
import type { ColumnKind } from './columns'
import type { GridView } from './grid-view'

/** Widths of columns that have none of their own, in a grid where somebody chose widths: in px. */
const USUAL: Record<ColumnKind, number> = {
  text: 160,
  link: 160,
  badge: 170,
  number: 110,
  day: 100,
  instant: 140,
  boolean: 70,
}
/** Room for a mark, and for the sign that opens details. */
const NARROW = 32
const ACTIONS = 160

type ColsProps<Row> = { view: GridView<Row>; before: number; after: number }

/** The widths of a grid's columns. Where somebody chose some, the last column takes what is left of the line. */
export function GridCols<Row>({ view, before, after }: ColsProps<Row>) {
  const { widths } = view.query
  const fixed = isFixed(view)
  const last = after > 0 ? -1 : view.shown.length - 1
  return (
    // Anew for other widths: while one is dragged it is written into the elements themselves.
    <colgroup key={JSON.stringify(widths)}>
      {Array.from({ length: before }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: told apart by their place
        <col key={at} width={NARROW} />
      ))}
      {view.shown.map(({ id, kind, width }, at) => {
        const own = widths[id] ?? width ?? (fixed ? USUAL[kind] : undefined)
        return <col key={id} width={fixed && at === last ? undefined : own} />
      })}
      {after > 0 && <col />}
    </colgroup>
  )
}

/** Did somebody choose widths? */
export function isFixed<Row>({ query }: GridView<Row>): boolean {
  return Object.keys(query.widths).length > 0
}

/** Room that a pinned column takes from the others; none without one. */
export function pinnedWidth<Row>({ query, shown }: GridView<Row>): CSSProperties | undefined {
  const column = shown.find(({ pinned }) => pinned)
  if (!column) return
  return { '--pinned': `${query.widths[column.id] ?? column.width ?? USUAL[column.kind]}px` } as CSSProperties
}

/** Least width of a grid where somebody chose widths, in px; undefined elsewhere. */
export function leastWidth<Row>(view: GridView<Row>, { before, after }: Omit<ColsProps<Row>, 'view'>) {
  if (!isFixed(view)) return
  const { widths } = view.query
  const sum = view.shown.reduce((all, { id, kind, width }) => all + (widths[id] ?? width ?? USUAL[kind]), 0)
  return sum + before * NARROW + after * ACTIONS
}
