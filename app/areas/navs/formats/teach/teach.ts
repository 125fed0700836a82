import type { GivenFacts } from '~/platform/formats/fact-values'
import { joinedHeadings, type PlacedPart, placePart } from '~/platform/formats/find-part'
import {
  type Column,
  checkDraft,
  type Fact,
  type Format,
  type FormatFault,
  typeNamed,
} from '~/platform/formats/format'
import { columnsOf, type FactName, KIND_TABLES, KINDS, type Kind } from '~/platform/formats/kinds'
import { anyOf, compileWords, foldedWord } from '~/platform/formats/pattern'
import { readFileByFormat } from '~/platform/formats/read-file'
import type { TableRead } from '~/platform/formats/read-tables'
import { cellText, type SheetCells, sheetCells } from '~/platform/formats/sheet-cells'
import { isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { columnLetters, type Workbook } from '~/platform/workbooks/workbook'
import { MAX_FAULTS, type SetFault, setFaults } from '../set-faults'
import { contentOf, patternOfText } from '../suggest/column-content'
import { type ColumnReasons, columnReasons } from '../suggest/column-reasons'
import type { DraftFormat, DraftPart, DraftTable } from '../suggest/draft'
import { type NamedFormat, suggestFormat, suggestTable, withTable } from '../suggest/suggest-format'
import { placeOfColumn, wordsOfTypes } from '../suggest/suggest-part'

/** What is sent to teach a format: its JSON as the page showed it, and the fields of the page. */
export interface TeachingInput {
  /** '' to have it suggested. */
  definition: string
  fields: Fields
  named: NamedFormat
  /** The facts of the NAV from which it was started. */
  known: GivenFacts
  /** The table that the files were uploaded as; null where they decide. */
  kind: Kind | null
}

/** A choice of the page: its field, what it says, and what may be chosen. */
export interface Choice {
  field: string
  label: string
  value: string
  options: readonly string[]
}

export interface TaughtSheet {
  file: string
  sheet: string
  kind: Choice
  shape: Choice | null
  /** The last row of the header. */
  header: { field: string; value: string } | null
  /** What each column means, from A on, and why: '' where nothing says it. */
  columns: (Choice & { letters: string; why: string })[]
  rows: { row: number; isHeader: boolean; cells: string[] }[]
  /** So many rows are not shown. */
  moreRows: number
  /** Words that are no type of instrument yet. */
  words: Choice[]
}

interface TaughtFact {
  kind: Kind
  name: FactName
  where: Choice
  text: { field: string; value: string }
}

export interface TriedTable {
  kind: Kind
  file: string
  lines: number
  skipped: number
  facts: string[]
  columns: string[]
  /** The first lines, with the cells of what came from the files; '' for what did not. */
  rows: { row: number | null; values: { value: string | null; cell: string }[] }[]
}

/** A format that is being taught, as its page shows it. */
export interface Teaching {
  definition: string
  general: Pick<DraftFormat, 'code' | 'name' | 'provider' | 'from'> & {
    decimal: string
    dates: string
    /** Codes of the administrator and ours, a line each: "4711 = ARV01". */
    funds: string
    classes: string
  }
  sheets: TaughtSheet[]
  facts: TaughtFact[]
  /** What the format still lacks, and where in words: "BALANCE, Balance debtor". */
  lacking: (FormatFault & { where: string })[]
  tables: TriedTable[]
  faults: SetFault[]
  /** What could not be done as it was chosen. */
  notes: string[]
}

const MAX_SHEETS = 8
const MAX_ROWS = 60
const MAX_COLUMNS = 40
const MAX_TEXT = 60
const MAX_WORDS = 20
const MAX_LINES = 20

/**
 * Reads the files as the format says after what was chosen on the page; without a format it is suggested.
 * @throws DomainError invalid with the faults of a text that has not the form of a format
 */
export function teach(workbooks: readonly Workbook[], input: TeachingInput): Teaching {
  const sheets = sheetsOf(workbooks)
  const before = input.definition === '' ? suggestedFor(workbooks, input) : draftOfText(input.definition)
  const { draft, notes } = edited(before, sheets, input.fields)
  const { format, faults: lacking } = checkDraft(draft)
  // What was typed may not have the form of a format: then it is shown beside the format as it was before.
  const isSound = format !== null
  const known = isSound ? draft : before
  const page = sheets.map((sheet) => shownSheet(sheet, known, format ?? checkDraft(before).format))
  const facts = shownFacts(known)
  const isWhole = format !== null && lacking.length === 0
  const read = isWhole ? workbooks.map((workbook) => readFileByFormat(format, workbook, input.known)) : []
  const tables = read.flatMap((file) => file.tables)
  const faults = [
    ...read.flatMap((file): SetFault[] => file.faults),
    ...(isWhole ? setFaults(format, tables) : []),
  ]
  const { code, name, provider, from, decimal, dates = [] } = draft
  return {
    definition: known.tables.length === 0 ? '' : JSON.stringify(known, null, 2),
    general: {
      code,
      name,
      provider,
      from,
      decimal: decimal ?? '',
      dates: dates.join(SEPARATOR),
      funds: linesOfCodes(draft.funds),
      classes: linesOfCodes(draft.classes),
    },
    sheets: isSound ? page : page.map((sheet) => asSent(sheet, input.fields)),
    facts: isSound ? facts : facts.map((fact) => factAsSent(fact, input.fields)),
    lacking: lacking.map((fault) => ({
      ...fault,
      where: placeInWords(fault.pointer, draft),
      ...(draft.tables.length === 0 && fault.pointer === '/tables'
        ? { what: 'Choose what one of the sheets holds.' }
        : {}),
    })),
    tables: tables.map(shownTable),
    faults: faults.slice(0, MAX_FAULTS),
    notes,
  }
}

/** Names of JSON that say nothing to a reader of the page. */
const GROUPS = new Set(['tables', 'facts', 'parts', 'columns'])

/** "/tables/0/parts/0/columns/Price" as "INVENTORY, Price". */
function placeInWords(pointer: string, { tables }: DraftFormat): string {
  const [group, at, ...rest] = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const names = group === 'tables' && at !== undefined ? rest : [group ?? '', at ?? '', ...rest]
  const kind = group === 'tables' && at !== undefined ? (tables[Number(at)]?.kind ?? '') : ''
  const said = [kind, ...names].filter((name) => name !== '' && !GROUPS.has(name) && !/^\d+$/.test(name))
  return said.join(', ') || 'The format'
}

/** The suggestion, valid from the first day of the files where that is earlier: they are to be read by it. */
function suggestedFor(workbooks: readonly Workbook[], { named, kind, known }: TeachingInput): DraftFormat {
  const draft = suggestFormat(workbooks, named, kind)
  const { format, faults } = checkDraft(draft)
  if (format === null || faults.length > 0) return draft
  const [first] = workbooks
    .flatMap((workbook) => readFileByFormat(format, workbook, known).tables)
    .flatMap(({ funds }) => funds.map(({ facts }) => (facts['NAV date'] ?? facts.Date)?.value ?? ''))
    .filter(isDay)
    .sort()
  return first !== undefined && first < draft.from ? { ...draft, from: first } : draft
}

function draftOfText(text: string): DraftFormat {
  const { format, faults } = checkDraft(jsonOf(text))
  if (format === null)
    throw new DomainError(
      'invalid',
      'This is not a file format. Correct what the list names and try again.',
      {
        list: faults.map(({ pointer, what }) => `${pointer || 'The format'}: ${what}`),
      },
    )
  // It has the form of a format; what it leaves out stays left out.
  return JSON.parse(text) as DraftFormat
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, string>>

function asSent(sheet: TaughtSheet, fields: Fields): TaughtSheet {
  const sent = <One extends { field: string; value: string }>(one: One): One => ({
    ...one,
    value: fields[one.field] ?? one.value,
  })
  return {
    ...sheet,
    kind: sent(sheet.kind),
    shape: sheet.shape && sent(sheet.shape),
    header: sheet.header && sent(sheet.header),
    columns: sheet.columns.map(sent),
    words: sheet.words.map(sent),
  }
}

function factAsSent({ where, text, ...fact }: TaughtFact, fields: Fields): TaughtFact {
  return {
    ...fact,
    where: { ...where, value: fields[where.field] ?? where.value },
    text: { ...text, value: fields[text.field] ?? text.value },
  }
}

/** A sheet of the files, by its place among all. */
interface SheetOfFiles {
  at: number
  workbook: Workbook
  cells: SheetCells
}

function sheetsOf(workbooks: readonly Workbook[]): SheetOfFiles[] {
  return workbooks
    .flatMap((workbook) => workbook.sheets.map((sheet) => ({ workbook, cells: sheetCells(sheet) })))
    .filter(({ cells }) => cells.last > 0)
    .slice(0, MAX_SHEETS)
    .map((sheet, at) => ({ at, ...sheet }))
}

// What the page shows

/** The first part of a format that reads a sheet. */
interface OwnPart {
  table: number
  part: number
  kind: Kind
  shape: Format['tables'][number]['parts'][number]['shape']
  headerRows: number
  /** Null for figures beside labels. */
  placed: PlacedPart | null
}

function partIn(format: Format | null, { cells }: SheetOfFiles): OwnPart | null {
  for (const [table, { kind, facts, parts }] of (format?.tables ?? []).entries())
    for (const [part, own] of parts.entries()) {
      if (!anyOf(own.sheets).matches(cells.sheet.name)) continue
      const { shape, headerRows } = own
      const found = { table, part, kind, shape, headerRows }
      if (shape === 'labels') {
        if (hasLabel(own.labels ?? [], cells)) return { ...found, placed: null }
        continue
      }
      const placed = placePart(own, facts, cells)
      if (placed) return { ...found, placed }
    }
  return null
}

function hasLabel(labels: readonly { label?: string[] | undefined }[], cells: SheetCells): boolean {
  const sought = anyOf(labels.flatMap(({ label = [] }) => label))
  return cells.sheet.rows.some(({ row }) =>
    cells.row(row).some((cell) => sought.matches(cellText(cell, cells.sheet).replace(/\s*:\s*$/, ''))),
  )
}

const SEPARATOR = ' | '

function shownSheet(sheet: SheetOfFiles, draft: DraftFormat, format: Format | null): TaughtSheet {
  const { at, workbook, cells } = sheet
  const own = partIn(format, sheet)
  const rows = cells.sheet.rows.filter(({ row }) => cells.row(row).length > 0)
  const width = Math.min(
    MAX_COLUMNS,
    Math.max(...rows.slice(0, MAX_ROWS).map(({ row }) => cells.row(row).at(-1)?.column ?? 0)),
  )
  const header = own?.placed?.headerRow ?? 0
  const reasons = own?.placed ? reasonsIn(sheet, own, draft) : null
  const columns = Array.from({ length: width }, (_, index) => index + 1)
  return {
    file: workbook.file,
    sheet: cells.sheet.name,
    kind: { field: `kind-${at}`, label: 'Table', value: own?.kind ?? '', options: KINDS },
    shape:
      own?.kind === 'NAV'
        ? { field: `shape-${at}`, label: 'Shape', value: own.shape, options: ['rows', 'classes', 'labels'] }
        : null,
    header: own?.placed ? { field: `header-${at}`, value: String(header) } : null,
    columns: own?.placed
      ? columns.map((column) => ({
          letters: columnLetters(column),
          field: `column-${at}-${columnLetters(column)}`,
          label: headingAt(column, header, cells),
          value: meaningOf(column, own, draft),
          why: reasons?.of(column, meaningOf(column, own, draft).split(SEPARATOR)) ?? '',
          options: columnsOf(own.kind, own.shape).map(({ name }) => name),
        }))
      : [],
    rows: rows.slice(0, MAX_ROWS).map(({ row }) => ({
      row,
      isHeader: own?.placed !== null && own !== null && row <= header && row > header - own.headerRows,
      cells: columns.map((column) => {
        const cell = cells.at(row, column)
        return cell ? cellText(cell, cells.sheet).slice(0, MAX_TEXT) : ''
      }),
    })),
    moreRows: Math.max(0, rows.length - MAX_ROWS),
    words: unknownWords(sheet, own, draft).map((word, index) => ({
      field: `word-${at}-${index}`,
      label: word,
      value: '',
      options: KIND_TABLES.INVENTORY.types,
    })),
  }
}

function headingAt(column: number, header: number, cells: SheetCells): string {
  const cell = cells.at(header, column)
  return cell ? cellText(cell, cells.sheet).slice(0, MAX_TEXT) : ''
}

/** The names of our columns that a column of the sheet is read for. */
function meaningOf(column: number, { table, part, placed }: OwnPart, { tables }: DraftFormat): string {
  const columns = tables[table]?.parts[part]?.columns ?? {}
  return Object.entries(columns)
    .filter(([, own]) => placed?.columnOf(own) === column)
    .map(([name]) => name)
    .join(SEPARATOR)
}

/** Why the columns of a sheet are what the format says. */
function reasonsIn({ cells }: SheetOfFiles, own: OwnPart, { tables }: DraftFormat): ColumnReasons | null {
  const { table, part, kind, headerRows, placed } = own
  if (!placed) return null
  const { headerRow } = placed
  const columns = new Map(
    Object.entries(tables[table]?.parts[part]?.columns ?? {}).flatMap(([name, column]) => {
      const at = placed.columnOf(column)
      return at === null ? [] : [[name, at] as const]
    }),
  )
  const headings = headerRows === 0 ? [] : joinedHeadings(headerRow - headerRows + 1, headerRow, cells)
  return columnReasons({ kind, headings, columns, cells, headerRow })
}

/** The words in a column of types that are no type of instrument. */
function unknownWords({ cells }: SheetOfFiles, own: OwnPart | null, { tables }: DraftFormat): string[] {
  const type = own?.kind === 'INVENTORY' ? tables[own.table]?.parts[own.part]?.columns?.Type : undefined
  const column = type && own?.placed ? own.placed.columnOf(type) : null
  if (!type || !own?.placed || column === null) return []
  const words = compileWords(type.words ?? {})
  const texts = contentOf(cells, own.placed.headerRow + 1, cells.last).get(column)?.texts ?? []
  // A header that is repeated within the table is no word of its lines.
  const heading = foldedWord(headingAt(column, own.placed.headerRow, cells))
  return texts
    .filter((text) => typeNamed('INVENTORY', words.of(text) ?? text) === null && foldedWord(text) !== heading)
    .slice(0, MAX_WORDS)
}

const FACT_PLACES = [
  'label',
  'same',
  'cell',
  'headings',
  'at',
  'section',
  'sheetName',
  'fileName',
  'value',
  'nav',
] as const

function shownFacts({ tables }: DraftFormat): TaughtFact[] {
  return tables.flatMap(({ kind, facts }, table) =>
    factNames(kind).map((name, index) => {
      const { where, text } = placeOfFact(facts[name])
      return {
        kind,
        name,
        where: {
          field: `where-${table}-${index}`,
          label: `${name} of ${kind}`,
          value: where,
          options: FACT_PLACES,
        },
        text: { field: `text-${table}-${index}`, value: text },
      }
    }),
  )
}

const factNames = (kind: Kind): FactName[] => [
  ...KIND_TABLES[kind].facts.needed,
  ...KIND_TABLES[kind].facts.others,
]

function placeOfFact(fact: Fact | undefined): { where: string; text: string } {
  if (!fact) return { where: '', text: '' }
  if (fact.place === 'same') return { where: 'same', text: (fact.label ?? []).join(SEPARATOR) }
  const where = FACT_PLACES.find((place) => place !== 'same' && fact[place] !== undefined) ?? ''
  const given = where === '' || where === 'same' || where === 'nav' ? '' : (fact[where] ?? '')
  return { where, text: Array.isArray(given) ? given.join(SEPARATOR) : given }
}

function shownTable({ kind, file, funds, skipped }: TableRead): TriedTable {
  const lines = funds.flatMap((fund) => fund.lines)
  const first = lines.slice(0, MAX_LINES)
  const columns = KIND_TABLES[kind].columns
    .map(({ name }) => name)
    .filter((name) => first.some(({ values }) => (values[name] ?? null) !== null))
  return {
    kind,
    file,
    lines: lines.length,
    skipped,
    facts: funds.map(({ facts }) =>
      Object.entries(facts)
        .map(([name, fact]) => `${name} ${fact?.value ?? 'missing'}${fact?.cell ? ` (${fact.cell})` : ''}`)
        .join(', '),
    ),
    columns,
    rows: first.map(({ row, values, cells }) => ({
      row,
      values: columns.map((name) => ({ value: values[name] ?? null, cell: cells[name] ?? '' })),
    })),
  }
}

// What was chosen

interface Edited {
  draft: DraftFormat
  notes: string[]
}

/** The format after the fields that differ from what the page showed of it. */
function edited(before: DraftFormat, sheets: readonly SheetOfFiles[], fields: Fields): Edited {
  const draft = structuredClone(before)
  const { format } = checkDraft(draft)
  const shown = sheets.map((sheet) => shownSheet(sheet, before, format))
  const chosen = (field: string, value: string): string | null => {
    const sent = fields[field]
    return sent === undefined || sent === value ? null : sent
  }
  const notes: string[] = []
  nameFormat(draft, fields)
  setCodes(draft, fields, notes)
  for (const { kind, name, where, text } of shownFacts(before)) {
    const [newWhere, newText] = [chosen(where.field, where.value), chosen(text.field, text.value)]
    if (newWhere === null && newText === null) continue
    const table = draft.tables.find((each) => each.kind === kind)
    if (table) setFact(table.facts, name, newWhere ?? where.value, (newText ?? text.value).trim())
  }
  // Parts are replaced after all columns are set: their places in the format would move.
  const replaced: (() => void)[] = []
  for (const [at, sheet] of sheets.entries()) {
    const page = shown[at]
    const own = partIn(format, sheet)
    if (!page) continue
    const kind = chosen(page.kind.field, page.kind.value)
    const shape = page.shape && chosen(page.shape.field, page.shape.value)
    const header = page.header && chosen(page.header.field, page.header.value)
    const part = own ? draft.tables[own.table]?.parts[own.part] : undefined
    if (kind !== null || shape !== null || header !== null)
      replaced.push(() => {
        if (part) removePart(draft, part)
        const wanted = {
          kind: KINDS.find((each) => each === (kind ?? page.kind.value)),
          shape: kind === null ? (shape ?? page.shape?.value) : undefined,
          headerRow: kind === null && shape === null && header !== null ? Number(header) : undefined,
        }
        const note = addSheet(draft, sheet, wanted)
        if (note !== null) notes.push(note)
      })
    else if (part && own) setColumns(part, own, sheet, page, chosen)
  }
  for (const replace of replaced) replace()
  return { draft, notes }
}

const linesOfCodes = (codes: Readonly<Record<string, string>> = {}) =>
  Object.entries(codes)
    .map(([theirs, ours]) => `${theirs} = ${ours}`)
    .join('\n')

/** Codes of the administrator and ours; a line that is not "theirs = ours" is reported. */
function codesOf(text: string, notes: string[]): Record<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, theirs = '', ours = ''] = /^(.*\S)\s*=\s*(\S+)$/.exec(line) ?? []
      if (theirs !== '' && ours !== '') return [[theirs, ours] as const]
      notes.push(
        `“${line}” says no code: write the administrator’s code, =, and yours, such as 4711 = ARV01.`,
      )
      return []
    }),
  )
}

/** Codes of funds and classes, where they were typed; without any the format says nothing of them. */
function setCodes(draft: DraftFormat, { funds, classes }: Fields, notes: string[]): void {
  for (const [name, typed] of [
    ['funds', funds],
    ['classes', classes],
  ] as const) {
    if (typed === undefined || typed.trim() === linesOfCodes(draft[name])) continue
    const codes = codesOf(typed, notes)
    if (Object.keys(codes).length > 0) draft[name] = codes
    else delete draft[name]
  }
}

function nameFormat(draft: DraftFormat, fields: Fields): void {
  const { code, name, provider, from, decimal, dates } = fields
  if (code !== undefined) draft.code = code.trim()
  if (name !== undefined) draft.name = name.trim()
  if (from !== undefined) draft.from = from.trim()
  if (provider !== undefined) draft.provider = provider === 'FIA' || provider === 'MFFA' ? provider : null
  if (decimal !== undefined) draft.decimal = decimal === ',' || decimal === '.' ? decimal : null
  if (dates !== undefined) draft.dates = listOf(dates)
}

const listOf = (text: string) => text.split('|').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))

/** Where a fact stands, as it was chosen; null for nowhere. */
function factAt(where: string, text: string): Fact | null {
  switch (where) {
    case 'label':
      return { label: listOf(text) }
    case 'same':
      return { label: listOf(text), place: 'same' }
    case 'headings':
      return { headings: listOf(text) }
    case 'cell':
      return { cell: text }
    case 'at':
      return { at: text }
    case 'section':
      return { section: text }
    case 'sheetName':
      return { sheetName: text }
    case 'fileName':
      return { fileName: text }
    case 'value':
      return { value: text }
    case 'nav':
      return { nav: true }
    default:
      return null
  }
}

/** Another place of a fact; what is done with its text stays. */
function setFact(facts: DraftTable['facts'], name: FactName, where: string, text: string): void {
  const { words, text: around }: Fact = facts[name] ?? {}
  const fact = factAt(where, text)
  if (fact) facts[name] = { ...fact, ...(words && { words }), ...(around !== undefined && { text: around }) }
  else delete facts[name]
}

/** Removes how a sheet is read, with the figures beside labels that stand in it as well. */
function removePart(draft: DraftFormat, part: DraftPart): void {
  const sheets = JSON.stringify(part.sheets)
  draft.tables = draft.tables.flatMap((table) => {
    const parts = table.parts.filter(
      (each) =>
        each !== part &&
        !(table.parts.includes(part) && each.shape === 'labels' && JSON.stringify(each.sheets) === sheets),
    )
    return parts.length > 0 ? [{ ...table, parts }] : []
  })
}

/** Adds how to read a sheet as it was chosen. @returns what could not be done */
function addSheet(
  draft: DraftFormat,
  { cells, workbook }: SheetOfFiles,
  {
    kind,
    shape,
    headerRow,
  }: { kind: Kind | undefined; shape: string | undefined; headerRow: number | undefined },
): string | null {
  if (kind === undefined) return null
  const suggested = suggestTable(cells, workbook, {
    kind,
    shape: shape === 'rows' || shape === 'classes' ? shape : undefined,
    isLabelled: shape === 'labels',
    headerRow: headerRow !== undefined && headerRow >= 1 && headerRow <= cells.last ? headerRow : undefined,
  })
  if (!suggested)
    return `No columns of ${kind} were found in ${workbook.file}, sheet ${cells.sheet.name}: its headings are not known. Upload the JSON of the format with its headings.`
  Object.assign(draft, withTable(draft, suggested))
  return null
}

function setColumns(
  part: DraftPart,
  own: OwnPart,
  { cells }: SheetOfFiles,
  page: TaughtSheet,
  chosen: (field: string, value: string) => string | null,
): void {
  const { placed } = own
  if (!placed) return
  const columns: Record<string, Column> = { ...part.columns }
  const headings = joinedHeadings(placed.headerRow - own.headerRows + 1, placed.headerRow, cells)
  const changes = page.columns.flatMap((column, index) => {
    const name = chosen(column.field, column.value)
    return name === null ? [] : [{ name, before: column.value, column: index + 1 }]
  })
  // First all that are no longer read: two columns may have changed places.
  const left: Record<string, Column> = {}
  for (const { before } of changes)
    for (const name of before.split(SEPARATOR))
      if (columns[name]) {
        left[name] = columns[name]
        delete columns[name]
      }
  const content = contentOf(cells, placed.headerRow + 1, cells.last)
  for (const { name, column } of changes) {
    if (!columnsOf(own.kind, own.shape).some((each) => each.name === name)) continue
    const before: Column = columns[name] ?? left[name] ?? {}
    const { headings: _headings, at: _at, value: _value, fact: _fact, words, ...options } = before
    columns[name] = {
      ...placeOfColumn({ headings }, column),
      ...options,
      ...(own.kind === 'INVENTORY' && name === 'Type'
        ? wordsOfTypes(content.get(column))
        : words && { words }),
    }
  }
  for (const word of page.words) {
    const type = chosen(word.field, '')
    if (type !== null && columns.Type && KIND_TABLES.INVENTORY.types.includes(type))
      columns.Type = { ...columns.Type, words: { ...columns.Type.words, [patternOfText(word.label)]: type } }
  }
  part.columns = columns
}
