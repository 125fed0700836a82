import { oneLine, wrapped } from './fitted-text'
import type { PaperStyle } from './paper-style'
import type { Room } from './sheets'
import type { Typeface } from './typeface'

/** In points: between a row's last line and the rule below it. */
const GAP = 4

export interface PaperColumn {
  label: string
  /** Share of the width. */
  part: number
  align?: 'right'
}

export interface PaperRow {
  cells: readonly string[]
  /** A small line below, across the whole width. */
  below?: string
  /** In bold. */
  strong?: boolean
}

/** Columns with where their texts stand, across the whole width. */
export function placedColumns<C extends PaperColumn>(
  columns: readonly C[],
  { left, width }: Room,
  padding: number,
): (C & { x: number; width: number })[] {
  const whole = columns.reduce((sum, { part }) => sum + part, 0)
  let x = left
  return columns.map((column) => {
    const outer = (column.part / whole) * width
    const placed = { ...column, x: x + padding, width: outer - 2 * padding }
    x += outer
    return placed
  })
}

/** A row as it is to be drawn: the lines of its cells, how tall these are, and how tall the whole row is. */
export function laidRow(
  columns: readonly (PaperColumn & { typeface: Typeface })[],
  { cells, below }: PaperRow,
  room: Room,
  { size, line, padding, cellLines }: PaperStyle,
) {
  const places = placedColumns(columns, room, padding).map((place, at) => {
    const text = oneLine(cells[at] ?? '')
    // A figure that is cut would be another figure: it is squeezed instead.
    const lines =
      place.align === 'right' ? [text] : wrapped(place.typeface, text, place.width / size, cellLines)
    return { ...place, lines }
  })
  const tall = Math.max(...places.map(({ lines }) => lines.length)) * line
  return { places, tall, height: tall + GAP + (below === undefined ? 0 : line) }
}
