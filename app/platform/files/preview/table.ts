/** A table to be printed, of whatever it was read. */

export interface TableCell {
  text: string
  /** Right-aligned, and squeezed rather than cut. */
  figure: boolean
}

export interface TableRow {
  /** As the source numbers it, from 1. */
  row: number
  /** Column, from 0, to what stands in it. */
  cells: ReadonlyMap<number, TableCell>
}

export interface Table {
  /** Name of the sheet; null for a table without one. */
  title: string | null
  rows: readonly TableRow[]
  /** Letters above the columns and numbers beside the rows, as spreadsheets have them. */
  lettered: boolean
}
