import type { TableSource, ValuePlace } from './control-data'

/** Where a value of a line stands; null for an absent column, and for a blank value whose cell cannot be told. */
export function placeOf(source: TableSource, row: number, field: string): ValuePlace | null {
  const own = source.places?.[row]?.[field]
  if (own) return own
  const column = source.columns[field]
  return column ? [source.sheet, `${column}${row}`] : null
}

/** The row of the file that a line stands in, by one of its values. */
export function rowInFile(source: TableSource, row: number, field: string): number {
  const digits = /[A-Z](\d+)/.exec(source.places?.[row]?.[field]?.[1] ?? '')?.[1]
  return digits === undefined ? row : Number(digits)
}
