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
const NARROW = 28
const ACTIONS = 160

/** The widths of a grid's columns. */
export function GridCols<Row>({
  view,
  before,
  after,
}: {
  view: GridView<Row>
  before: number
  after: number
}) {
  const { widths } = view.query
  const fixed = Object.keys(widths).length > 0
  return (
    <colgroup>
      {Array.from({ length: before }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: told apart by their place
        <col key={at} width={NARROW} />
      ))}
      {view.shown.map(({ id, kind, width }) => (
        <col key={id} width={widths[id] ?? width ?? (fixed ? USUAL[kind] : undefined)} />
      ))}
      {after > 0 && <col width={fixed ? ACTIONS : undefined} />}
    </colgroup>
  )
}
