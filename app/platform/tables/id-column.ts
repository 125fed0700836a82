import type { CellText } from './cell-text'
import { CellFault, type Column, column } from './column'

/** A column that holds the id of a row of another table, chosen from a list. `what` is "no legal entity". */
export function idColumn(header: string, what: string): Column<number> {
  return column(header, readId(what), {}, 'choice')
}

/** The same, where nothing may be chosen. */
export function optionalIdColumn(header: string, what: string): Column<number | null> {
  return column<number | null>(header, readId(what), { blank: null }, 'choice')
}

const readId = (what: string) => (cell: CellText) =>
  /^[1-9]\d{0,8}$/.test(cell.code()) ? Number(cell.code()) : new CellFault(`is ${what}`)
