import type { TableSource, ValuePlace } from './control-data'

/** "Bonds!F12 + Bonds!G12" as the sheet and its cells; cells of several sheets each keep their own. */
export function sheetAndCell(text: string): ValuePlace {
  // Nearly every value has one cell, and a table tens of thousands of values.
  if (!text.includes(' + ')) {
    const end = text.lastIndexOf('!')
    const cell = text.slice(end + 1)
    return end >= 0 && /^[A-Z]{1,3}\d+$/.test(cell) ? [text.slice(0, end), cell] : ['', text]
  }
  const parts = text.split(' + ').map((part) => /^(.*)!([A-Z]{1,3}\d+)$/s.exec(part))
  const [first] = parts
  const isOfOneSheet = first && parts.every((part) => part?.[1] === first[1])
  return isOfOneSheet ? [first[1] ?? '', parts.flatMap((part) => part?.[2] ?? []).join(' + ')] : ['', text]
}

/** Where a value of a line stands; null for an absent column, and for a blank value whose cell is unknown. */
export function placeOf(source: TableSource, row: number, field: string): ValuePlace | null {
  const own = source.places?.[row]?.[field]
  if (own) return own
  const column = source.columns[field]
  return column ? [source.sheet, `${column}${row}`] : null
}

/** The row of a line in its file, by one of its values. */
export function rowInFile(source: TableSource, row: number, field: string): number {
  const digits = /[A-Z](\d+)/.exec(source.places?.[row]?.[field]?.[1] ?? '')?.[1]
  return digits === undefined ? row : Number(digits)
}
