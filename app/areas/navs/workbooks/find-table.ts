import { nameIn } from '~/platform/workbooks/cells'
import type { Row, Sheet } from '~/platform/workbooks/workbook'
import { canonicalHeader } from './headers'

/** A field of a line and the header of its column. */
export interface ColumnRule {
  field: string
  header: string
  required: boolean
}

export interface HeaderRow {
  row: number
  /** Field → column number. */
  columns: Map<string, number>
  /** Headers of required columns that the row lacks; empty for a table's header. */
  missing: string[]
}

const HEADER_WITHIN = 30

/** The columns of a row that carry these headers; of equal headers the leftmost counts. */
export function matchHeaders(row: Row, rules: readonly ColumnRule[]): HeaderRow {
  const places = new Map<string, number>()
  for (const cell of row.cells) {
    const text = nameIn(cell)
    if (text === null) continue
    const name = canonicalHeader(text)
    if (!places.has(name)) places.set(name, cell.column)
  }
  const columns = new Map<string, number>()
  const missing: string[] = []
  for (const rule of rules) {
    const column = places.get(canonicalHeader(rule.header))
    if (column !== undefined) columns.set(rule.field, column)
    else if (rule.required) missing.push(rule.header)
  }
  return { row: row.row, columns, missing }
}

/** The first row within the first 30 of the sheet that holds every required column. */
export function findHeader(sheet: Sheet, rules: readonly ColumnRule[]): HeaderRow | null {
  for (const row of sheet.rows) {
    if (row.row > HEADER_WITHIN) return null
    const match = matchHeaders(row, rules)
    if (match.missing.length === 0) return match
  }
  return null
}

/** The row that comes nearest to a header, when at least half of the required columns are there: for messages. */
export function nearestHeader(sheet: Sheet, rules: readonly ColumnRule[]): HeaderRow | null {
  const required = rules.filter((rule) => rule.required).length
  let nearest: HeaderRow | null = null
  for (const row of sheet.rows) {
    if (row.row > HEADER_WITHIN) break
    const match = matchHeaders(row, rules)
    if (match.missing.length * 2 > required) continue
    if (!nearest || match.missing.length < nearest.missing.length) nearest = match
  }
  return nearest
}
