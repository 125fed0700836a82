import { columnsOf, keyOf, keyText, SHEET_NAMES, type SheetName } from '~/areas/lookups/sheets'
import { GUIDE_SHEET } from '~/platform/exports/table-guide'
import { type CellText, cellText, type Fault, faultAt, plainName } from '~/platform/tables/cell-text'
import { CellFault, isNumeric, type Value, type Values } from '~/platform/tables/column'
import type { FieldChange } from '~/platform/tables/compare'
import { showYearDay } from '~/platform/values/show'
import { isBlank } from '~/platform/workbooks/cells'
import { decimalMark } from '~/platform/workbooks/decimal-mark'
import { type DataRow, dataRows, type RowSource } from '~/platform/workbooks/table-rows'
import type { Row, Sheet } from '~/platform/workbooks/workbook'

/** A row of data. A field is missing where its cell is faulty, or where the sheet has no such column. */
export interface ReadRow {
  row: number
  values: Readonly<Record<string, Value>>
}

export interface ReadSheet {
  /** As the workbook names it. */
  name: string
  /** Field → column, from 1. */
  columns: ReadonlyMap<string, number>
  rows: ReadRow[]
}

const HEADER_WITHIN = 30

/** Reads a known sheet: every faulty cell is added to `faults`, unknown columns to `notes`. */
function readSheet(sheet: Sheet, as: SheetName, faults: Fault[], notes: string[]): ReadSheet | null {
  if (sheet.rows.every(({ cells }) => cells.every(isBlank))) {
    notes.push(`Sheet "${sheet.name}" is empty.`)
    return null
  }
  const header = findHeader(sheet, as)
  if (!header) {
    const names = keysOf(as).map(([, column]) => `"${column.header}"`)
    const what = `no header row: none of the first ${HEADER_WITHIN} rows has ${names.join(' and ')}`
    faults.push({ sheet: sheet.name, row: 1, column: 1, what })
    return null
  }
  const { columns, unknown } = placed(header, as)
  for (const name of unknown)
    notes.push(`Sheet "${sheet.name}": column "${name}" is unknown and was ignored.`)
  for (const [field, column] of columnsOf(as))
    if (!columns.has(field) && !column.optional)
      faults.push({
        sheet: sheet.name,
        row: header.row,
        column: 1,
        what: `the column "${column.header}" is missing`,
      })
  const headers = new Map(columnsOf(as).map(([field, column]) => [field, column.header]))
  const source: RowSource = { file: '', sheet, headerRow: header.row, columns, headers }
  const data = dataRows(source)
  const marks: Fault[] = []
  const mark = decimalMark(source, data, numericFields(as), {
    add: (_file, name, cell, what) => marks.push(faultAt(name, cell ?? 'A1', what)),
  })
  faults.push(...marks)
  const rows = data.map((row) => ({
    row: row.row,
    values: readRow(row, as, columns, sheet.date1904, mark, (column, what) => {
      faults.push({ sheet: sheet.name, row: row.row, column, what })
    }),
  }))
  return { name: sheet.name, columns, rows }
}

const keysOf = (as: SheetName) => columnsOf(as).filter(([, { key }]) => key)
const numericFields = (as: SheetName) =>
  columnsOf(as).flatMap(([field, column]) => (isNumeric(column) ? [field] : []))

function findHeader(sheet: Sheet, as: SheetName): Row | undefined {
  return sheet.rows
    .filter(({ row }) => row <= HEADER_WITHIN)
    .find((row) => {
      const { columns } = placed(row, as)
      return keysOf(as).every(([field]) => columns.has(field))
    })
}

/** The column of each field: the leftmost of two equal headers counts. */
function placed(header: Row, as: SheetName): { columns: Map<string, number>; unknown: string[] } {
  const fields = new Map(
    columnsOf(as).flatMap(([field, { header: name, synonyms }]) =>
      [name, ...synonyms].map((each) => [plainName(each), field] as const),
    ),
  )
  const columns = new Map<string, number>()
  const unknown: string[] = []
  for (const cell of header.cells) {
    const field = fields.get(plainName(cell.text))
    if (field === undefined) {
      if (cell.text.trim() !== '') unknown.push(cell.text.trim())
    } else if (!columns.has(field)) columns.set(field, cell.column)
  }
  return { columns, unknown }
}

function readRow(
  row: DataRow,
  as: SheetName,
  columns: ReadonlyMap<string, number>,
  date1904: boolean,
  mark: Parameters<typeof cellText>[2],
  fault: (column: number, what: string) => void,
): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const [field, column] of columnsOf(as)) {
    const at = columns.get(field)
    if (at === undefined) continue
    const cell = row.cells.get(field)
    if (!cell) {
      if (column.blank === undefined) fault(at, `${column.header} is blank`)
      else values[field] = column.blank
      continue
    }
    const text: CellText = cellText(cell, date1904, mark)
    const value = text.unsound === null ? column.read(text) : null
    if (text.unsound !== null) fault(at, text.unsound)
    else if (value instanceof CellFault) fault(at, `"${shortened(text.shown)}" ${value.what}`)
    else values[field] = value
  }
  return values
}

const SHOWN = 80
const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** The content of a reference data workbook, before it is compared with the database. */
export interface ReadReference {
  sheets: ReadonlyMap<SheetName, ReadSheet>
  faults: Fault[]
  /** Notes on what was left out; not faults. */
  notes: string[]
  /** Names of all sheets in the workbook's order. */
  order: string[]
  /** Sheets whose rows are unknown, as their header is missing: what refers to them cannot be checked. */
  unread: ReadonlySet<SheetName>
}

/** Reads every known sheet of the workbook. All faults are found, not only the first. */
export function readReference(workbook: { sheets: readonly Sheet[] }): ReadReference {
  const byName = new Map(SHEET_NAMES.map((name) => [plainName(name), name]))
  const sheets = new Map<SheetName, ReadSheet>()
  const unread = new Set<SheetName>()
  const faults: Fault[] = []
  const notes: string[] = []
  for (const sheet of workbook.sheets) {
    // The explanations of a template.
    if (sheet.name === GUIDE_SHEET) continue
    const as = byName.get(plainName(sheet.name))
    if (as === undefined) {
      notes.push(`Sheet "${sheet.name}" is unknown and was ignored.`)
      continue
    }
    if (sheets.has(as)) {
      faults.push({ sheet: sheet.name, row: 1, column: 1, what: `there is another sheet "${as}"` })
      continue
    }
    const before = faults.length
    const read = readSheet(sheet, as, faults, notes)
    if (!read) {
      if (faults.length > before) unread.add(as)
      continue
    }
    sheets.set(as, read)
    faults.push(...repeatedKeys(as, read))
  }
  return { sheets, faults, notes, order: workbook.sheets.map(({ name }) => name), unread }
}

function repeatedKeys(as: SheetName, { name, columns, rows }: ReadSheet): Fault[] {
  const keys = columnsOf(as).filter(([, { key }]) => key)
  const column = Math.min(...keys.map(([field]) => columns.get(field) ?? 1))
  const first = new Map<string, number>()
  const faults: Fault[] = []
  for (const { row, values } of rows) {
    if (keys.some(([field]) => values[field] === undefined)) continue // its faulty cell is reported already
    const key = keyOf(as, values)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    else
      faults.push({
        sheet: name,
        row,
        column,
        what: `"${keyText(as, values)}" is already in row ${earlier}`,
      })
  }
  return faults
}

/** One row that is new or different. */
export interface PlannedChange {
  sheet: SheetName
  row: number
  /** "LU-EQ 2026-01-30". */
  key: string
  action: 'insert' | 'update'
  fields: FieldChange[]
  /** The whole row as stored now, and as it would be; `before` null for a new one. */
  before: Values | null
  after: Values
}

/** The rows of a sheet that differ from the stored ones, field by field. */
export function changesOf(sheet: SheetName, { rows }: ReadSheet, stored: readonly Values[]): PlannedChange[] {
  const storedByKey = new Map(stored.map((values) => [keyOf(sheet, values), values]))
  const columns = columnsOf(sheet)
  const blanks = Object.fromEntries(columns.map(([field, { blank }]) => [field, blank ?? null]))
  return rows.flatMap(({ row, values }) => {
    const before = storedByKey.get(keyOf(sheet, values)) ?? null
    const after = { ...blanks, ...before, ...values }
    const fields = columns
      .filter(([, { key }]) => !key)
      .filter(([field]) => (before?.[field] ?? null) !== (after[field] ?? null))
      .map(([field, { header, kind }]) => {
        const word = (value: Value = null) =>
          kind === 'yearDay' && value !== null ? showYearDay(String(value)) : value
        return { field, header, before: word(before?.[field]), after: word(after[field]) }
      })
    if (before && fields.length === 0) return []
    const action = before ? ('update' as const) : ('insert' as const)
    return [{ sheet, row, key: keyText(sheet, values), action, fields, before, after }]
  })
}
