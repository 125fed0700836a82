import { CellFault, type Column, column } from '../import/column'

/** A column that holds the id of a row of another table, chosen from a list. `what` is "no legal entity". */
export function idColumn(header: string, what: string): Column<number> {
  return column(
    header,
    (cell) => (/^[1-9]\d{0,8}$/.test(cell.code()) ? Number(cell.code()) : new CellFault(`is ${what}`)),
    {},
    'choice',
  )
}
