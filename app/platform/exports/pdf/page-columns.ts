import { columnWidth } from '../column-width'
import type { ExportColumn } from '../contract'
import type { Align } from './canvas'
import { oneLine, wrapped } from './fitted-text'
import type { Typeface } from './typeface'

/** Room at both sides of a column, in points. */
const PADDING = 2
/** Lines that a label may take. */
const LABEL_LINES = 2

export interface PageColumn {
  column: ExportColumn
  x: number
  width: number
  align: Align
  /** Its label, broken into lines. */
  label: string[]
}

/** Where the columns stand: across the whole width, in proportion to how wide they are on the screen. */
export function pageColumns(
  columns: readonly ExportColumn[],
  across: { x: number; width: number },
  bold: Typeface,
  size: number,
): PageColumn[] {
  const widths = columns.map((column) => Math.max(1, columnWidth(column)))
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let x = across.x
  return columns.map((column, at) => {
    const outer = ((widths[at] ?? 0) / whole) * across.width
    const width = Math.max(size, outer - 2 * PADDING)
    const left = x + PADDING
    x += outer
    return {
      column,
      x: left,
      width,
      align: column.kind === 'number' ? 'right' : column.kind === 'boolean' ? 'centre' : 'left',
      label: wrapped(bold, oneLine(column.label), width / size, LABEL_LINES),
    }
  })
}
