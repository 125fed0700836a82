import type { SheetStyle } from './sheets'

/** How a paper is set. In points; small print is its footer, the labels of columns and what stands below a row. */
export interface PaperStyle extends SheetStyle {
  /** Of the text. */
  size: number
  /** From line to line of a text, and of a cell. */
  line: number
  /** From the top of a line to what its letters stand on. */
  baseline: number
  /** Left and right of what stands in a column. */
  padding: number
  /** Lines that a cell takes at most; what is left over is cut. */
  cellLines: number
  title: { size: number; height: number; lines: number; under: number; after: number }
  heading: { size: number; height: number; above: number; stay: number }
  /** The grey band with the labels of a table's columns. */
  labels: { height: number; baseline: number }
}
