import { oneLine } from '~/platform/exports/pdf/fitted-text'
import type { Typeface } from '~/platform/exports/pdf/typeface'
import type { TableRow } from './table'

/** In points. */
export const SIZE = 7
const PADDING = 3
const LEAST = 22
const WIDEST = 190
/** Rows that decide how wide columns are. */
const SAMPLED = 200
/** Room for the number of a row. */
const NUMBERS = 34

export interface BlockColumn {
  /** From 0. */
  index: number
  x: number
  width: number
}

/** The columns of a table, as many together as a page is wide; each block is printed after the other. */
export function tableBlocks(
  rows: readonly TableRow[],
  columns: readonly number[],
  typeface: Typeface,
  { left, width, numbered }: { left: number; width: number; numbered: boolean },
): BlockColumn[][] {
  const blocks: BlockColumn[][] = []
  const start = left + (numbered ? NUMBERS : 0)
  let block: BlockColumn[] = []
  let x = start
  for (const index of columns) {
    const needed = columnWidth(rows, index, typeface)
    if (block.length > 0 && x + needed > left + width) {
      blocks.push(block)
      block = []
      x = start
    }
    block.push({ index, x, width: needed - 2 * PADDING })
    x += needed
  }
  if (block.length > 0) blocks.push(block)
  return blocks
}

function columnWidth(rows: readonly TableRow[], index: number, typeface: Typeface): number {
  let widest = LEAST
  for (const { cells } of rows.slice(0, SAMPLED)) {
    const text = cells.get(index)?.text
    // A long text is broken into lines; measuring all of it would only take time.
    if (text)
      widest = Math.max(widest, typeface.glyphs(oneLine(text.slice(0, 80))).width * SIZE + 2 * PADDING)
    if (widest >= WIDEST) return WIDEST
  }
  return widest
}
