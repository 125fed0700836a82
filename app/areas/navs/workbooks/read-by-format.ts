import type { GivenFacts } from '~/platform/formats/fact-values'
import type { Fault } from '~/platform/formats/faults'
import type { Format } from '~/platform/formats/format'
import type { FactName, Kind } from '~/platform/formats/kinds'
import { readFileByFormat } from '~/platform/formats/read-file'
import { codeOfFund, type FundTable, type ReadByFormat, type TableRead } from '~/platform/formats/read-tables'
import { collectFaults, type Faults } from '~/platform/workbooks/cells'
import type { Workbook } from '~/platform/workbooks/workbook'
import type { NavLine, Preamble, Sourced, TableKind, TableSource, ValuePlace } from './control-data'
import { TABLE_COLUMNS } from './find-table'
import { NO_PREAMBLE } from './found-table'
import { linesJson } from './lines-by-column'
import { addMissingFigures, type ReadFile, type ReadTable } from './read-control'
import type { ControlKind, RecognisedFile } from './recognise-set'
import { sheetAndCell } from './value-place'

/** A version of a file format, as its users name it. */
export interface FormatVersion {
  code: string
  version: number
  format: Format
}

/** The tables of a control, as file formats call them. */
const CONTROL_TABLES: Readonly<Partial<Record<Kind, ControlKind>>> = {
  NAV: 'NAV',
  BALANCE: 'Balance',
  INVENTORY: 'Inventory',
}

/** The same, and the positions of a management company. */
const NAV_TABLES: Readonly<Partial<Record<Kind, TableKind>>> = { ...CONTROL_TABLES, MATCHING: 'Matching' }

/** The tables of a control that a format reads; null for a format of other files. */
export function controlKindsOf({ tables }: Format): ControlKind[] | null {
  const kinds = tables.map(({ kind }) => CONTROL_TABLES[kind] ?? null)
  const isOfControls = kinds.includes('NAV') && kinds.includes('Balance') && !kinds.includes(null)
  return isOfControls ? kinds.flatMap((kind) => kind ?? []) : null
}

/** Whether a format reads the file of a management company for a matching, and nothing else. */
export const isOfMatching = ({ files, tables }: Format): boolean =>
  files === 1 && tables.every(({ kind }) => kind === 'MATCHING')

/** A table in a file of a control, split by fund. */
interface TableByFund {
  kind: ControlKind
  funds: { fundCode: string | null; table: ReadTable }[]
}

/** A file of a control that a file format read. */
export interface FileByFormat extends RecognisedFile {
  tables: TableByFund[]
}

/**
 * Reads the tables of a control in a workbook by a file format.
 * @param fundCode only this fund's tables are read; null for those of each fund
 */
export function readControlFile(
  given: FormatVersion,
  workbook: Workbook,
  fileIndex: number,
  { known, fundCode: wanted }: { known: GivenFacts; fundCode: string | null },
): FileByFormat {
  const read = readFileByFormat(given.format, workbook, known)
  const reported = new Set<string | null>()
  const tables = read.tables.flatMap((table): TableByFund[] => {
    const kind = CONTROL_TABLES[table.kind]
    if (kind === undefined) return []
    const funds = wantedFunds(table, wanted).map((fund) => {
      const fundCode = fund ? codeOfFund(fund) : wanted
      const faults = collectFaults()
      const own = faultsOf(read, fundCode)
      // Faults of a file belong to no table: the first one of the fund carries them.
      if (!reported.has(fundCode)) for (const fault of own) addFault(fault, faults)
      reported.add(fundCode)
      const { source, lines } = tableOf(given, { kind, fund, workbook, fileIndex })
      if (!fund) addMissingFund(source, wanted, table.funds.map(codeOfFund), faults)
      if (kind === 'NAV' && own.length === 0 && faults.count() === 0)
        addMissingFigures(source, lines as NavLine[], faults)
      return { fundCode, table: { source, lines: linesJson(kind, lines), faults: faults.found() } }
    })
    return [{ kind, funds }]
  })
  const found = tables.map(({ kind, funds: [first] }) => `${kind} (sheet ${first?.table.source.sheet ?? ''})`)
  return {
    file: workbook.file,
    kinds: tables.map(({ kind }) => kind),
    recognisedAs:
      found.length > 0 ? `taken for ${found.join(', ')}` : (read.faults[0]?.what ?? 'not recognised'),
    tables,
  }
}

/** The positions of a management company in a file, of one fund; null where the format finds none. */
export function readPositions(
  given: FormatVersion,
  workbook: Workbook,
  { known, fundCode: wanted }: { known: GivenFacts; fundCode: string },
): { source: TableSource; lines: string; faults: Faults } {
  const read = readFileByFormat(given.format, workbook, known)
  const table = read.tables.find(({ kind }) => kind === 'MATCHING')
  const [fund = null] = table ? wantedFunds(table, wanted) : []
  const faults = collectFaults()
  const own = fund ? faultsOf(read, codeOfFund(fund)) : table ? [] : read.faults
  for (const fault of own) addFault(fault, faults)
  const { source, lines } = tableOf(given, { kind: 'Matching', fund, workbook, fileIndex: 0 })
  if (table && !fund) addMissingFund(source, wanted, table.funds.map(codeOfFund), faults)
  return { source, lines: JSON.stringify(lines), faults }
}

/** The faults that refuse a fund; all of the file for a fund that it does not have. */
const faultsOf = ({ ofFunds, faults }: ReadByFormat, code: string | null): readonly Fault[] =>
  ofFunds.find(({ fundCode }) => fundCode === code)?.faults ?? faults

function addFault({ file, sheet, cell, what }: Fault, faults: Faults): void {
  const address = cell?.slice(cell.lastIndexOf('!') + 1) ?? null
  faults.add(file, sheet ?? 'the file', address, what)
}

/** The funds of a table to take: all of them, or the wanted one, null where the table does not have it. */
function wantedFunds({ funds }: TableRead, wanted: string | null): (FundTable | null)[] {
  if (wanted === null) return funds
  const [only, another] = funds
  if (only && another === undefined && codeOfFund(only) === null) return [only]
  return [funds.find((fund) => codeOfFund(fund) === wanted) ?? null]
}

/** @param others the funds that the table has */
function addMissingFund(
  { file, sheet, kind }: TableSource,
  wanted: string | null,
  others: readonly (string | null)[],
  faults: Faults,
): void {
  const codes = others.map((code) => code ?? 'one without a code').join(', ')
  const fund = wanted === null ? 'a fund without a code' : `fund ${wanted}`
  faults.add(file, sheet, null, `the table ${kind} has no lines of ${fund}, but of ${codes}`)
}

/** The files of a set as those of one fund: of each table its lines alone. */
export interface FilesOfFund {
  fundCode: string | null
  files: ReadFile[]
}

/**
 * The funds of a set, those of the NAV first. A table without lines of one has that as its fault. Where each table is of
 * one fund only, the set is of that fund, whatever their codes: that they differ is a fault later.
 */
export function filesByFund(files: readonly FileByFormat[]): FilesOfFund[] {
  const tables = files.flatMap((file) => file.tables)
  const ofNavFirst = [
    ...tables.filter(({ kind }) => kind === 'NAV'),
    ...tables.filter(({ kind }) => kind !== 'NAV'),
  ]
  const codes = [...new Set(ofNavFirst.flatMap(({ funds }) => funds.map(({ fundCode }) => fundCode)))]
  const isOfOne = tables.every(({ funds }) => funds.length === 1)
  return (isOfOne ? codes.slice(0, 1) : codes).map((fundCode) => ({
    fundCode,
    files: files.map(({ tables: own, ...file }, fileIndex) => ({
      ...file,
      tables: own.map((table) => tableOfFund(table, fundCode, isOfOne, { file: file.file, fileIndex })),
    })),
  }))
}

function tableOfFund(
  { kind, funds }: TableByFund,
  wanted: string | null,
  isOfOne: boolean,
  { file, fileIndex }: { file: string; fileIndex: number },
): ReadTable {
  const own = isOfOne ? funds[0] : funds.find(({ fundCode }) => fundCode === wanted)
  if (own) return own.table
  const sheet = funds[0]?.table.source.sheet ?? ''
  const source = { kind, fileIndex, file, sheet, headerRow: 0, columns: {}, preamble: NO_PREAMBLE }
  const faults = collectFaults()
  addMissingFund(
    source,
    wanted,
    funds.map(({ fundCode }) => fundCode),
    faults,
  )
  return { source, lines: linesJson(kind, []), faults: faults.found() }
}

/** Shown in place of a cell where the format gives the value: "EFA-DAILY version 3". */
const givenBy = ({ code, version }: FormatVersion) => `${code} version ${version}`

type LineOfFile = FundTable['lines'][number]
interface PlacedLine {
  line: LineOfFile
  /** Where the value of each field stands. */
  places: Record<string, ValuePlace>
}

interface TableOfFund {
  kind: TableKind
  fund: FundTable | null
  workbook: Workbook
  fileIndex: number
}

function tableOf(given: FormatVersion, { kind, fund, workbook, fileIndex }: TableOfFund) {
  const fields = TABLE_COLUMNS[kind]
  const present = fields.filter(({ header }) => isGiven(given.format, kind, header))
  const lines = (fund?.lines ?? []).map((line): PlacedLine => {
    const places: Record<string, ValuePlace> = {}
    for (const { field, header } of present) {
      const at = line.cells[header]
      if (at !== undefined) places[field] = sheetAndCell(at)
      else if ((line.values[header] ?? null) !== null) places[field] = ['', givenBy(given)]
    }
    return { line, places }
  })
  const first = lines.find(({ places }) => sheetIn(places) !== undefined)
  const sheet = (first && sheetIn(first.places)) ?? workbook.sheets[0]?.name ?? ''
  const { rows, columns, places } = placesOf(
    lines,
    sheet,
    present.map(({ field }) => field),
  )
  const preamble = fund ? preambleOf(fund.facts, sheet, given) : null
  const source: TableSource = {
    kind,
    fileIndex,
    file: workbook.file,
    sheet,
    headerRow: 0,
    columns,
    preamble: preamble ?? NO_PREAMBLE,
    ...(Object.keys(places).length > 0 ? { places } : {}),
  }
  const values = lines.map(({ line }, at) => ({
    row: rows[at] ?? at + 1,
    ...Object.fromEntries(fields.map(({ field, header }) => [field, stored(line, field, header)])),
  }))
  return { source, lines: values }
}

/** The sheet of the first value that has a cell. */
const sheetIn = (places: PlacedLine['places']): string | undefined =>
  Object.values(places).find(([name]) => name !== '')?.[0]

/** A blank side of a balance counts as 0. */
function stored({ values }: LineOfFile, field: string, header: string): string | null {
  const value = values[header] ?? null
  return value === null && (field === 'debtor' || field === 'creditor') ? '0' : value
}

/** Whether a format says where the values of a column come from. */
function isGiven({ tables }: Format, kind: TableKind, header: string): boolean {
  const parts = tables.flatMap((table) => (NAV_TABLES[table.kind] === kind ? table.parts : []))
  return parts.some(({ shape, columns = {}, sections }) => {
    if (shape !== 'rows') return header !== 'Name'
    const isSide = header === 'Balance debtor' || header === 'Balance creditor'
    return (
      columns[header] !== undefined ||
      sections.some(({ column }) => column === header) ||
      (isSide && columns.Balance !== undefined)
    )
  })
}

/** The rows of the file, where each line has one of its own in one sheet; null otherwise. */
function ownRows(lines: readonly PlacedLine[], sheet: string): number[] | null {
  const rows = lines.flatMap(({ line }) => line.row ?? [])
  const isOfOneSheet = lines.every(({ places }) =>
    Object.values(places).every(([name]) => name === sheet || name === ''),
  )
  return isOfOneSheet && new Set(rows).size === lines.length ? rows : null
}

/** The column of a field in a sheet, and how many rows below the first row of its line it stands. */
interface FieldColumn {
  letters: string
  below: number
}

function columnsInSheets(lines: readonly PlacedLine[]): Map<string, FieldColumn> {
  const found = new Map<string, FieldColumn>()
  for (const { line, places } of lines)
    for (const [field, [sheet, cell]] of Object.entries(places)) {
      const key = `${field} ${sheet}`
      if (line.row === null || found.has(key)) continue
      const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(cell) ?? []
      if (letters === undefined) continue
      found.set(key, { letters, below: Number(row) - line.row })
    }
  return found
}

/** The letters of the columns, and the places of the values that they do not tell, also of blank ones. */
function placesOf(lines: readonly PlacedLine[], sheet: string, fields: readonly string[]) {
  const found = columnsInSheets(lines)
  const own = ownRows(lines, sheet)
  const columns = Object.fromEntries(
    fields.map((field) => {
      const column = found.get(`${field} ${sheet}`)
      return [field, own && column?.below === 0 ? column.letters : '']
    }),
  )
  const places: Record<string, Record<string, ValuePlace>> = {}
  for (const [at, { line, places: given }] of lines.entries()) {
    const row = own?.[at] ?? at + 1
    const ofLine = sheetIn(given) ?? sheet
    const ofBlank = (field: string): ValuePlace | undefined => {
      const column = found.get(`${field} ${ofLine}`)
      return column && line.row !== null ? [ofLine, `${column.letters}${line.row + column.below}`] : undefined
    }
    for (const field of fields) {
      const place = given[field] ?? ofBlank(field)
      if (!place || (place[0] === sheet && place[1] === `${columns[field]}${row}`)) continue
      places[row] = { ...places[row], [field]: place }
    }
  }
  return { rows: own ?? lines.map((_, at) => at + 1), columns, places }
}

/** The facts of a fund as the preamble of its table; null where one is missing or is no day: that is a fault already. */
function preambleOf(facts: FundTable['facts'], sheet: string, given: FormatVersion): Preamble | null {
  const fact = (name: FactName): Sourced<string> | null => {
    const found = facts[name]
    if (!found || found.value === null) return null
    if (found.cell === null) return { value: found.value, cell: givenBy(given), sheet: '' }
    const [own, cell] = sheetAndCell(found.cell)
    return { value: found.value, cell, ...(own === sheet ? {} : { sheet: own }) }
  }
  const [fundCode, navDate, fundCurrency] = [fact('Fund code'), fact('NAV date'), fact('Fund currency')]
  if (!fundCode || !navDate || !fundCurrency || !/^\d{4}-\d\d-\d\d$/.test(navDate.value)) return null
  return { fundCode, navDate, fundCurrency, fundName: fact('Fund name') }
}
