import { columnsOf, keyOf, keyText, SHEET_NAMES, type SheetName } from '~/areas/lookups/sheets'
import type { Fault } from '~/platform/tables/fault'
import { plainName } from '~/platform/tables/plain-name'
import type { Sheet } from '~/platform/workbooks/workbook'
import { type ReadSheet, readSheet } from './read-sheet'

/** What a reference data workbook says, before it is held against the database. */
export interface ReadReference {
  sheets: ReadonlyMap<SheetName, ReadSheet>
  faults: Fault[]
  /** What was left out, for people to read; no faults. */
  notes: string[]
  /** Names of all sheets in the workbook's order. */
  order: string[]
}

/** Reads every known sheet of the workbook. All faults are found, not only the first. */
export function readReference(workbook: { sheets: readonly Sheet[] }): ReadReference {
  const known = new Map(SHEET_NAMES.map((name) => [plainName(name), name]))
  const sheets = new Map<SheetName, ReadSheet>()
  const faults: Fault[] = []
  const notes: string[] = []
  for (const sheet of workbook.sheets) {
    const as = known.get(plainName(sheet.name))
    if (as === undefined) {
      notes.push(`Sheet "${sheet.name}" is not known and was left out.`)
      continue
    }
    if (sheets.has(as)) {
      faults.push({ sheet: sheet.name, row: 1, column: 1, what: `there is another sheet "${as}"` })
      continue
    }
    const read = readSheet(sheet, as, faults, notes)
    if (!read) continue
    sheets.set(as, read)
    faults.push(...repeatedKeys(as, read))
  }
  return { sheets, faults, notes, order: workbook.sheets.map(({ name }) => name) }
}

function repeatedKeys(as: SheetName, { name, columns, rows }: ReadSheet): Fault[] {
  const keys = columnsOf(as).filter(([, { key }]) => key)
  const column = Math.min(...keys.map(([field]) => columns.get(field) ?? 1))
  const first = new Map<string, number>()
  const faults: Fault[] = []
  for (const { row, values } of rows) {
    if (keys.some(([field]) => values[field] === undefined)) continue // its faulty cell is told already
    const key = keyOf(as, values)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    else
      faults.push({
        sheet: name,
        row,
        column,
        what: `"${keyText(as, values)}" stands in row ${earlier} already`,
      })
  }
  return faults
}
