import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { zipBytes } from '~/platform/exports/zip'
import { Budget, broken, encrypted } from './limits'
import type { Package } from './package'
import { formatOf } from './styles'
import type { Cell, Row, Sheet, Workbook } from './workbook'

/** Reads an .xls workbook of Excel 5 to 2003. @throws DomainError if it is damaged, encrypted or too large */
export function readXls(bytes: Uint8Array, file: string): Promise<Workbook> {
  return readBinary(bytes, file, new Budget(file))
}

/** Parts of an .xlsb workbook without values: they are not even decompressed. */
const WITHOUT_VALUES =
  /(?:^|\/)(?:media|embeddings|drawings|charts|printersettings|pivotcache|pivottables)\/|vbaproject\.bin$/

/** Reads an .xlsb workbook. @throws DomainError if it is damaged or too large */
export async function readXlsb(from: Package): Promise<Workbook> {
  // The parts are decompressed here, where the limit holds, and reach the parser uncompressed.
  const files: { name: string; bytes: Uint8Array; at: Date }[] = []
  for (const name of from.names()) {
    if (WITHOUT_VALUES.test(name)) continue
    const pieces: Buffer[] = []
    await from.read(name, (piece) => pieces.push(piece))
    files.push({ name, bytes: Buffer.concat(pieces), at: LONG_AGO })
  }
  return readBinary(zipBytes(files, { compressed: false }), from.file, from.budget)
}

/** The time of the parts, which nothing reads. */
const LONG_AGO = new Date(Date.UTC(1980, 0, 1))

async function readBinary(bytes: Uint8Array, file: string, budget: Budget): Promise<Workbook> {
  const book = await parsed(bytes, file)
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets: Sheet[] = []
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name]
    // Sheets of charts, macros and dialogues have no tables.
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') continue
    sheets.push({ name, date1904, rows: rowsOf(sheet, budget) })
  }
  return { file, sheets }
}

async function parsed(bytes: Uint8Array, file: string): Promise<WorkBook> {
  const { read, set_cptable } = await import('@e965/xlsx')
  // Excel 5 and 95 store text in the code page of the machine.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellFormula: false,
      cellHTML: false,
    })
  } catch (error) {
    // The parser throws errors of every kind for damaged bytes, and texts as well.
    throw /password-protected/.test(String(error)) ? encrypted(file) : broken(file)
  }
}

function rowsOf(sheet: WorkSheet, budget: Budget): Row[] {
  const rows: Row[] = []
  // Rows and cells without content are holes, which forEach leaves out.
  sheet['!data']?.forEach((given, at) => {
    const cells: Cell[] = []
    given?.forEach((each, column) => {
      const cell = each && cellOf(each, column + 1)
      if (!cell) return
      budget.cell()
      budget.text(cell.text.length)
      cells.push(cell)
    })
    if (cells.length > 0) rows.push({ row: at + 1, cells })
  })
  return rows
}

function cellOf({ t: type, v: value, w: shown, z: numberFormat }: CellObject, column: number): Cell | null {
  switch (type) {
    case 'n':
      return {
        column,
        kind: 'number',
        text: String(value),
        format: numberFormat === undefined ? 'general' : formatOf(String(numberFormat)),
      }
    case 's':
      return { column, kind: 'text', text: String(value), format: 'general' }
    case 'b':
      return { column, kind: 'boolean', text: value === true ? 'TRUE' : 'FALSE', format: 'general' }
    case 'e':
      return { column, kind: 'error', text: ERRORS[Number(value)] ?? shown ?? '#VALUE!', format: 'general' }
    default:
      return null
  }
}

/** The names of error values by their codes ([MS-XLS] 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}
