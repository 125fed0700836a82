import { type Cell, columnLetters, dayOfIso, type Workbook } from '~/platform/workbooks/workbook'
import { type DayReader, dayReader } from './dates'
import {
  type FactText,
  type Found,
  factText,
  foldedLabel,
  foundIn,
  type GivenFacts,
  type OpenFile,
  sheetFact,
  valueBeside,
} from './fact-values'
import { type Fault, type FoundFaults, foundFaults } from './faults'
import { type Heading, type Missing, type PlacedPart, placePart } from './find-part'
import type { Column, Fact, Format, FormatTable, LabelLine, Part, Section } from './format'
import { typeNamed } from './format'
import { columnsOf, type FactName, KIND_TABLES, type Kind, type KindColumn } from './kinds'
import { type Line, type LineReader, lineReader, type Notations, type Outcome } from './line-values'
import { CLASS_TYPES, FUND_TYPES } from './nav-types'
import { type AnyOf, anyOf, compilePattern, compileWords, fold, type Pattern } from './pattern'
import { addressOf, cellText, type SheetCells, sheetCells } from './sheet-cells'
import { type SheetMarks, sheetMarks } from './sheet-marks'

/** A value of a fact with its cell; null where the fact has none. */
interface FactValue {
  value: string | null
  /** Null for a value that the format or the NAV gives. */
  cell: string | null
}

interface ReadLine {
  /** Its first row; null for a line that the format gives alone. */
  row: number | null
  /** By our column names: decimals without trailing zeros, days as yyyy-MM-dd; null for blanks and faults. */
  values: Readonly<Record<string, string | null>>
  /** The cells of what came from the file, several joined by " + ". */
  cells: Readonly<Record<string, string>>
}

export interface FundTable {
  facts: Readonly<Partial<Record<FactName, FactValue>>>
  lines: ReadLine[]
}

export const codeOfFund = ({ facts }: FundTable): string | null => facts['Fund code']?.value ?? null

export interface TableRead {
  kind: Kind
  file: string
  funds: FundTable[]
  /** Rows of the parts that are neither line nor section. */
  skipped: number
}

export interface ReadByFormat {
  tables: TableRead[]
  faults: Fault[]
  /** The faults that refuse each fund: of its lines, and of the whole file. */
  ofFunds: { fundCode: string | null; faults: Fault[] }[]
}

/**
 * Reads the tables of a format that a workbook contains.
 * @param known the facts of the NAV from which the upload was started
 */
export function readTables(format: Format, workbook: Workbook, known: GivenFacts = {}): ReadByFormat {
  const file: OpenFile = { name: workbook.file, sheets: workbook.sheets.map(sheetCells) }
  const placed = format.tables.flatMap((table) => {
    const parts = placedParts(table, file.sheets)
    return parts ? [{ table, parts }] : []
  })
  const marks = sheetMarks(format.decimal)
  const readAll = (faults: FoundFaults): ReadByFormat => {
    const tables = placed.map(({ table, parts }) =>
      new TableReading(format, table, file, known, faults, marks).read(parts),
    )
    const codes = new Set(tables.flatMap(({ funds }) => funds.map(codeOfFund)))
    const ofFunds = [...codes].map((fundCode) => ({ fundCode, faults: faults.ofFund(fundCode) }))
    return { tables, faults: faults.list(), ofFunds }
  }
  const first = readAll(foundFaults())
  // The text numbers of a whole sheet decide how it writes them: where there are some, it is read once more.
  const faults = foundFaults()
  return marks.decide(workbook.file, faults) ? readAll(faults) : first
}

/** The kinds of the tables of a format that a workbook contains. */
export function tableKinds({ tables }: Format, { sheets }: Workbook): Kind[] {
  const cells = sheets.map(sheetCells)
  return tables.flatMap((table) => (placedParts(table, cells) ? [table.kind] : []))
}

/** A part with the sheets that contain it. */
interface PartInSheets {
  part: Part
  places: PlacedPart[]
}

function placedParts(table: FormatTable, sheets: readonly SheetCells[]): PartInSheets[] | null {
  const parts = table.parts.map((part): PartInSheets => {
    const isNamed = anyOf(part.sheets)
    const own = sheets.filter(({ sheet }) => isNamed.matches(sheet.name))
    return {
      part,
      places: own.flatMap((cells) => placeIn(part, table.facts, cells) ?? []),
    }
  })
  const isMissing = parts.some(({ part, places }) => !part.optional && places.length === 0)
  return isMissing || parts.every(({ places }) => places.length === 0) ? null : parts
}

/** The position of a part in a sheet of any name; null if it is not there. */
export const placeIn = (part: Part, facts: FormatTable['facts'], cells: SheetCells): PlacedPart | null =>
  part.shape === 'labels' ? placeLabels(part, cells) : placePart(part, facts, cells)

/** The labels that a part of labels needs and a sheet lacks, and those that the sheet has; null for a part without any. */
export function missingLabels(part: Part, cells: SheetCells): Missing | null {
  const needed = (part.labels ?? []).filter(({ label, maybe }) => label !== undefined && !maybe)
  if (needed.length === 0) return null
  const missing = needed.filter((label) => findLabel(label, cells) === null)
  const has = cells.sheet.rows.flatMap(({ row }) => {
    const [first, value] = cells.row(row)
    return first && value ? [cellText(first, cells.sheet).trim()] : []
  })
  return {
    missing: missing.map(({ label = [] }) => label.join(' or ')),
    has,
    needed: needed.length,
  }
}

/** A part of labels stands where all labels that are needed have a value; where none is needed, one of them. */
function placeLabels(part: Part, cells: SheetCells): PlacedPart | null {
  const sought = (part.labels ?? []).filter(({ label }) => label !== undefined)
  const found = sought.filter((label) => findLabel(label, cells) !== null)
  const isThere = sought.every((label) => label.maybe || found.includes(label)) && found.length > 0
  return isThere ? { cells, headerRow: 0, columnOf: () => null } : null
}

/** The first cell, row by row, that matches a label and has a value beside it. */
function findLabel({ label = [], place = 'right' }: LabelLine, cells: SheetCells) {
  const patterns = label.map((source) => compilePattern(source.replace(/\s*:\s*$/, '')))
  for (const { row } of cells.sheet.rows)
    for (const cell of cells.row(row)) {
      const text = foldedLabel(cellText(cell, cells.sheet))
      if (!patterns.some((pattern) => pattern.match(text) !== null)) continue
      const value = valueBeside(cells, row, cell, place)
      if (value) return { labelRow: row, ...value }
    }
  return null
}

/** A line with its facts and what came out for its columns. */
interface LineRead {
  line: Line
  own: ReadonlyMap<FactName, Found | null>
  /** The code of its fund. */
  fund: string | null
  outcomes: ReadonlyMap<string, Outcome>
}

const codeIn = (facts: ReadonlyMap<FactName, Found | null>): string | null =>
  facts.get('Fund code')?.text ?? null

/** What a line must have, with its patterns compiled once. */
type PreparedCondition = Part['only'][number] & { words: AnyOf }

/** A line as it was read, before the table is split by fund. */
interface FullLine extends ReadLine {
  facts: ReadonlyMap<FactName, Found | null>
  sheet: string
  firstCell: string | null
}

class TableReading {
  private readonly days: DayReader
  private readonly lines: FullLine[] = []
  private readonly factTexts = new Map<FactName, FactText>()
  private skipped = 0
  private readonly table: FormatTable
  private readonly kind: Kind

  constructor(
    private readonly format: Format,
    table: FormatTable,
    private readonly file: OpenFile,
    private readonly known: GivenFacts,
    private readonly faults: FoundFaults,
    private readonly marks: SheetMarks,
  ) {
    this.table = table
    this.kind = table.kind
    this.days = dayReader(format.dates)
  }

  read(parts: readonly PartInSheets[]): TableRead {
    for (const { part, places } of parts) {
      const sheets = places.map(({ cells }) => cells)
      const read: LineRead[] = []
      for (const place of places) {
        if (part.shape === 'labels') this.readLabels(part, place, sheets)
        else read.push(...this.readRows(part, place, sheets))
      }
      const withoutSide = isSigned(part) ? this.refuseSides(read) : new Set<LineRead>()
      for (const each of read) this.addLine(part, each, withoutSide.has(each))
    }
    const [first] = parts.flatMap(({ places }) => places)
    return { kind: this.kind, file: this.file.name, funds: this.byFund(first), skipped: this.skipped }
  }

  // Rows

  private readRows(part: Part, place: PlacedPart, ofPart: readonly SheetCells[]): LineRead[] {
    const columns = columnsOf(this.kind, part.shape)
    const reader = lineReader(part.columns ?? {}, columns)
    const facts = this.factsOf(place, ofPart)
    const rows = rowsOf(part, place, [...reader.repeating, ...facts.repeating], facts.inSections)
    this.skipped += rows.skipped
    const conditions = part.only.map((condition) => ({ ...condition, words: anyOf(condition.is ?? []) }))
    const lines: Line[] = []
    for (const { row, sections, factSections, repeated } of rows.lines) {
      const line: Line = {
        place,
        row,
        sections,
        repeated,
        facts: (name) => facts.ofLine(name, { row, factSections, repeated }),
      }
      if (this.isWanted(conditions, line, reader)) lines.push(line)
      else this.skipped += 1
    }
    const notations = this.notations(place)
    const read = lines.map((line): LineRead => {
      const own = this.factsOfLine(line)
      return { line, own, fund: codeIn(own), outcomes: reader.read(line, notations, this.marks.add) }
    })
    for (const each of read) this.addFaults(part, each)
    return read
  }

  /** @param hasNoSide it is not known, or refused, whether its amount is a debit or a credit */
  private addLine(part: Part, { line, own, outcomes }: LineRead, hasNoSide: boolean): void {
    const { sheet } = line.place.cells
    const at = { row: line.row, facts: own, sheet: sheet.name, firstCell: this.firstCell(line) }
    if (part.shape === 'classes') this.addClasses(at, outcomes)
    else {
      const signed = isSigned(part) && !hasNoSide ? withSides(outcomes) : outcomes
      this.lines.push({ ...at, ...this.valuesOf(signed) })
    }
  }

  private firstCell({ place, row }: Line): string | null {
    const [cell] = place.cells.row(row)
    return cell ? `${place.cells.sheet.name}!${columnLetters(cell.column)}${row}` : null
  }

  private isWanted(only: readonly PreparedCondition[], line: Line, reader: LineReader): boolean {
    return only.every((condition) => {
      const cell = reader.cellOf(line, condition)
      const found = cell ? foundIn(line.place.cells.sheet, line.row, cell) : null
      if (condition.fact === undefined) return condition.words.matches(found?.text ?? '')
      const fact = line.facts(condition.fact)
      return fact !== null && this.factOfCell(condition.fact, found) === fact.text
    })
  }

  /** A cell read like a fact. */
  private factOfCell(name: FactName, cell: Found | null): string | null {
    const fact = this.table.facts[name]
    const found = fact ? this.textOf(name, fact).of(cell) : null
    return this.asFact(name, found)?.text ?? null
  }

  private notations({ cells }: PlacedPart): Notations {
    const { types } = KIND_TABLES[this.kind]
    return {
      mark: this.marks.of(cells.sheet),
      isStated: this.format.decimal !== null,
      days: this.days,
      typeNamed: (written) => typeNamed(this.kind, written),
      typeWords: `type of ${this.kind === 'NAV' ? 'the NAV table' : 'instrument'} (${types.join(', ')})`,
    }
  }

  // Faults and values of a line

  private addFaults(part: Part, { line, fund, outcomes }: Omit<LineRead, 'own'>): void {
    const { sheet } = line.place.cells
    const placeOf = (name: string) => placeInLine(part, line, name) ?? this.firstCell(line)
    const add = (what: string, cell: string | null, column: string | null) =>
      this.faults.add({ file: this.file.name, sheet: sheet.name, cell, what, column, fund })
    for (const { name, mayBeBlank } of columnsOf(this.kind, part.shape)) {
      const outcome = outcomes.get(name)
      if (outcome?.fault) add(outcome.fault.what, outcome.fault.cell ?? this.firstCell(line), name)
      else if (outcome?.text === null && !mayBeBlank && (name !== 'Balance' || isSigned(part)))
        add(`${name} is blank`, placeOf(name), name)
    }
    if (
      this.kind === 'INVENTORY' &&
      outcomes.get('Quantity')?.text === null &&
      !outcomes.get('Quantity')?.fault
    ) {
      const type = outcomes.get('Type')?.text
      if (type && type !== 'Cash') add('Quantity is blank', placeOf('Quantity'), 'Quantity')
    }
    const isBlank = (name: string) => {
      const outcome = outcomes.get(name)
      return outcome?.text === null && !outcome.fault
    }
    for (const [one, other] of KIND_TABLES[this.kind].either)
      if (isBlank(one) && isBlank(other)) add(`${one} or ${other} is needed`, this.firstCell(line), one)
  }

  private valuesOf(outcomes: ReadonlyMap<string, Outcome>): Pick<ReadLine, 'values' | 'cells'> {
    const values: Record<string, string | null> = {}
    const cells: Record<string, string> = {}
    for (const { name } of KIND_TABLES[this.kind].columns) {
      const outcome = outcomes.get(name)
      if (!outcome) continue
      values[name] = outcome.text
      if (outcome.text !== null && outcome.cells.length > 0) cells[name] = outcome.cells.join(' + ')
    }
    return { values: this.withOurCodes(values, outcomes), cells }
  }

  /** The administrator's codes of funds and classes as ours. */
  private withOurCodes(
    values: Record<string, string | null>,
    outcomes: ReadonlyMap<string, Outcome>,
  ): Record<string, string | null> {
    const { funds, classes } = this.format
    const ours = (table: Readonly<Record<string, string>>, name: string) => {
      const code = values[name]
      if (typeof code === 'string' && outcomes.get(name)?.fact === null && Object.hasOwn(table, code))
        values[name] = table[code] ?? code
    }
    if (this.kind === 'NAV') {
      const type = values.Type ?? ''
      if ((FUND_TYPES as readonly string[]).includes(type)) ours(funds, 'Code')
      if ((CLASS_TYPES as readonly string[]).includes(type)) ours(classes, 'Code')
    } else ours(classes, 'Class code')
    return values
  }

  private addClasses(
    at: Pick<FullLine, 'row' | 'facts' | 'sheet' | 'firstCell'>,
    outcomes: ReadonlyMap<string, Outcome>,
  ): void {
    const code = outcomes.get('Class code')
    const currency = outcomes.get('Class currency')
    for (const type of CLASS_TYPES) {
      const value = outcomes.get(type)
      if (!value || (value.text === null && !value.fault)) continue
      const line = new Map<string, Outcome>([
        ['Type', { text: type, cells: [], fault: null, fact: null }],
        ...(code ? ([['Code', code]] as const) : []),
        ...(currency ? ([['Currency', currency]] as const) : []),
        ['Value', value],
      ])
      const { values, cells } = this.valuesOf(line)
      this.lines.push({ ...at, values: { ...values, Name: null }, cells })
    }
  }

  /**
   * Of one side of a part, in whichever sheets, either all amounts have a minus or none has; a side is D or C.
   * @returns the lines that it refuses
   */
  private refuseSides(lines: readonly LineRead[]): ReadonlySet<LineRead> {
    const refused = new Set<LineRead>()
    const refuse = (each: LineRead, column: 'Balance' | 'Side', what: string) => {
      refused.add(each)
      this.faults.add({
        file: this.file.name,
        sheet: each.line.place.cells.sheet.name,
        cell: each.outcomes.get(column)?.cells[0] ?? null,
        what,
        column,
        fund: each.fund,
      })
    }
    for (const side of ['D', 'C']) {
      const amountOf = ({ outcomes }: LineRead) => outcomes.get('Balance')?.text ?? ''
      const own = lines.filter(({ outcomes }) => outcomes.get('Side')?.text === side)
      if (!own.some((each) => Number(amountOf(each)) > 0)) continue
      for (const each of own)
        if (amountOf(each).startsWith('-'))
          refuse(
            each,
            'Balance',
            `"${amountOf(each)}" is negative, while other amounts of the side ${side} are positive`,
          )
    }
    for (const each of lines) {
      const side = each.outcomes.get('Side')?.text ?? null
      if (side !== null && side !== 'D' && side !== 'C') refuse(each, 'Side', `"${side}" is neither D nor C`)
    }
    return refused
  }

  // Labels

  private readLabels(part: Part, place: PlacedPart, ofPart: readonly SheetCells[]): void {
    const { cells } = place
    const facts = this.factsOf(place, ofPart)
    const own = new Map(this.factNames().map((name) => [name, facts.ofSheet(name)] as const))
    const columns = columnsOf('NAV', 'rows')
    const withFacts = (text: string): Outcome => {
      let written = text
      const from: string[] = []
      for (const [place, name] of [
        ['{fund}', 'Fund code'],
        ['{currency}', 'Fund currency'],
      ] as const) {
        if (!text.includes(place)) continue
        const found = own.get(name)
        written = written.replaceAll(place, found && !found.unsound ? found.text : '')
        from.push(...(found?.cells ?? []))
      }
      return { text: written === '' ? null : written, cells: from, fault: null, fact: null }
    }
    for (const label of part.labels ?? []) {
      const found = label.label === undefined ? null : findLabel(label, cells)
      if (label.label !== undefined && found === null && label.maybe) continue
      const value = this.labelValue(label, found, place, columns)
      if (value.text === null && !value.fault && label.maybe) continue
      const at = found ? addressOf(cells.sheet, found.row, found.cell.column) : null
      const refuse = (what: string) =>
        this.faults.add({
          file: this.file.name,
          sheet: cells.sheet.name,
          cell: at,
          what,
          column: label.Type,
          fund: codeIn(own),
        })
      if (value.fault) refuse(value.fault.what)
      else if (value.text === null) refuse(`${label.Type} is blank`)
      const type = typeNamed('NAV', label.Type) ?? label.Type
      const isOfFund = label.Code === undefined || label.Code === '{fund}'
      const line = new Map<string, Outcome>([
        ['Type', { text: type, cells: [], fault: null, fact: null }],
        ['Code', { ...withFacts(label.Code ?? '{fund}'), fact: isOfFund ? 'Fund code' : null }],
        ['Currency', withFacts(label.Currency ?? '{currency}')],
        ['Value', value],
      ])
      const row = found?.labelRow ?? null
      const { values, cells: from } = this.valuesOf(line)
      this.lines.push({
        row,
        values: { ...values, Name: null },
        cells: from,
        facts: own,
        sheet: cells.sheet.name,
        firstCell: at,
      })
    }
  }

  private labelValue(
    { label, value, text, blank, scale, negate, invert }: LabelLine,
    found: ReturnType<typeof findLabel>,
    place: PlacedPart,
    columns: readonly KindColumn[],
  ): Outcome {
    const at = found ? columnLetters(found.cell.column) : undefined
    const column = label === undefined ? { value: value ?? '' } : { at }
    if (label !== undefined && found === null) return { text: null, cells: [], fault: null, fact: null }
    const reader = lineReader({ Value: { ...column, text, blank, scale, negate, invert } }, columns)
    const line: Line = {
      place: { ...place, columnOf: () => found?.cell.column ?? null },
      row: found?.row ?? 1,
      sections: new Map(),
      repeated: new Map(),
      facts: () => null,
    }
    const outcomes = reader.read(line, this.notations(place), this.marks.add)
    return outcomes.get('Value') ?? { text: null, cells: [], fault: null, fact: null }
  }

  // Facts

  private factNames(): FactName[] {
    const { needed, others } = KIND_TABLES[this.kind].facts
    return [...needed, ...others].filter((name) => this.table.facts[name] !== undefined)
  }

  /** The facts of a part in one sheet. */
  private factsOf(place: PlacedPart, ofPart: readonly SheetCells[]) {
    const sheetFacts = new Map<FactName, Found | null>()
    const inSections = new Map<FactName, Pattern>()
    const inLines = new Map<FactName, Fact>()
    for (const name of this.factNames()) {
      const fact = this.table.facts[name] as Fact
      const outside = sheetFact(fact, this.file, this.known[name])
      if (outside) sheetFacts.set(name, this.finished(name, outside.in(place.cells, ofPart)))
      else if (fact.section !== undefined) inSections.set(name, compilePattern(fact.section))
      else inLines.set(name, fact)
    }
    const ofLine = (
      name: FactName,
      line: Pick<RowOfLine, 'row' | 'factSections' | 'repeated'>,
    ): Found | null => {
      if (sheetFacts.has(name)) return sheetFacts.get(name) ?? null
      const section = line.factSections.get(name)
      if (inSections.has(name)) return this.finished(name, section ?? null)
      const fact = inLines.get(name)
      if (!fact) return null
      const column = place.columnOf(fact)
      const cell = column === null ? undefined : place.cells.at(line.row, column)
      const at = cell ? { row: line.row, cell } : line.repeated.get(fact)
      return this.finished(name, at ? foundIn(place.cells.sheet, at.row, at.cell) : null)
    }
    const repeating = [...inLines.values()].filter(({ repeat }) => repeat)
    return {
      ofLine,
      inSections,
      repeating,
      ofSheet: (name: FactName) => sheetFacts.get(name) ?? null,
      isOfLines: (name: FactName) => inSections.has(name) || inLines.has(name),
    }
  }

  private finished(name: FactName, found: Found | null): Found | null {
    const fact = this.table.facts[name]
    return fact ? this.asFact(name, this.textOf(name, fact).of(found)) : null
  }

  /** Every line asks for its facts: their patterns are compiled once. */
  private textOf(name: FactName, fact: Fact): FactText {
    const text = this.factTexts.get(name) ?? factText(fact)
    this.factTexts.set(name, text)
    return text
  }

  /** A fund's code as ours, a day as yyyy-MM-dd; a text that is no day stays as it is, and is refused later. */
  private asFact(name: FactName, found: Found | null): Found | null {
    if (!found) return null
    if (name === 'Fund code' && Object.hasOwn(this.format.funds, found.text))
      return { ...found, text: this.format.funds[found.text] ?? found.text }
    if (name !== 'NAV date' && name !== 'Date') return found
    if (found.isDay) return { ...found, text: dayOfIso(found.text) ?? found.text }
    const day = this.days.ofText(found.text) ?? this.days.ofNumber(found.text)
    return day === null ? found : { ...found, text: day }
  }

  private factsOfLine(line: Line): ReadonlyMap<FactName, Found | null> {
    return new Map(this.factNames().map((name) => [name, line.facts(name)] as const))
  }

  // Funds

  /** The lines of each fund, and of each day in tables of other parties, with the facts of its first line. */
  private byFund(first: PlacedPart | undefined): FundTable[] {
    if (this.lines.length === 0) {
      if (this.kind === 'NAV' || this.kind === 'BALANCE')
        this.faults.add({
          file: this.file.name,
          sheet: first?.cells.sheet.name ?? null,
          cell: null,
          what: `The ${this.kind === 'NAV' ? 'NAV' : 'Balance'} has no lines`,
          column: null,
        })
      const facts = first ? this.factsOf(first, [first.cells]) : null
      const own = new Map(this.factNames().map((name) => [name, facts?.ofSheet(name) ?? null] as const))
      // Without lines, it is unknown what is in or between them.
      const needed = KIND_TABLES[this.kind].facts.needed.filter((name) => !facts?.isOfLines(name))
      this.checkFacts(own, first?.cells.sheet.name ?? null, null, needed)
      return [{ facts: this.factValues(own), lines: [] }]
    }
    const splits: readonly FactName[] =
      this.kind === 'DEALS' ? ['Fund code', 'NAV date'] : ['Fund code', 'Date']
    const funds = new Map<string, { first: FullLine; lines: ReadLine[] }>()
    for (const line of this.lines) {
      const key = JSON.stringify(splits.map((name) => line.facts.get(name)?.text ?? null))
      const fund = funds.get(key)
      const { row, values, cells } = line
      if (!fund) {
        this.checkFacts(line.facts, line.sheet, line.firstCell)
        funds.set(key, { first: line, lines: [{ row, values, cells }] })
        continue
      }
      fund.lines.push({ row, values, cells })
      for (const name of this.factNames()) this.sameFact(name, fund.first, line)
    }
    return [...funds.values()].map(({ first: { facts }, lines }) => ({
      facts: this.factValues(facts),
      lines,
    }))
  }

  private sameFact(name: FactName, first: FullLine, line: FullLine): void {
    const [expected, own] = [first.facts.get(name), line.facts.get(name)]
    if (!expected || own?.text === expected.text || (!own && name === 'Fund name')) return
    this.faults.add({
      file: this.file.name,
      sheet: line.sheet,
      cell: own?.cells[0] ?? line.firstCell,
      what: own
        ? `${name} "${own.text}" differs from "${expected.text}" of the same fund`
        : `${name} is blank`,
      column: name,
      fund: codeIn(line.facts),
    })
  }

  private checkFacts(
    facts: ReadonlyMap<FactName, Found | null>,
    sheet: string | null,
    firstCell: string | null,
    needed = KIND_TABLES[this.kind].facts.needed,
  ): void {
    const refuse = (cell: string | null, what: string, column: string) =>
      this.faults.add({ file: this.file.name, sheet, cell, what, column, fund: codeIn(facts) })
    for (const name of new Set([...needed, ...this.factNames()])) {
      const found = facts.get(name) ?? null
      const what = found && faultOfFact(name, found)
      if (!found && needed.includes(name)) refuse(firstCell, `${name} is missing`, name)
      else if (found && what) refuse(found.cells[0] ?? null, what, name)
    }
  }

  private factValues(facts: ReadonlyMap<FactName, Found | null>): FundTable['facts'] {
    return Object.fromEntries(
      this.factNames().map((name) => {
        const found = facts.get(name)
        const value = found && !faultOfFact(name, found) ? found.text : null
        return [name, { value, cell: found?.cells.join(' + ') || null }]
      }),
    )
  }
}

/** Why a fact that was found cannot be used; null if it can. */
function faultOfFact(name: FactName, { text, unsound }: Found): string | null {
  if (unsound) return unsound
  const isDay = (name !== 'NAV date' && name !== 'Date') || /^\d{4}-\d\d-\d\d$/.test(text)
  return isDay ? null : `"${text}" is not a date`
}

/** The parts of a Balance whose amounts have a sign, or a side. */
const isSigned = ({ columns }: Part) => columns?.Balance !== undefined

/** Where a column of a line stands; null if the part does not read it. */
function placeInLine({ columns }: Part, { place, row }: Line, name: string): string | null {
  const given = columns?.[name]
  const column = given ? place.columnOf(given) : null
  if (column === null) return null
  return addressOf(place.cells.sheet, row + (given?.row ?? 1) - 1, column)
}

const ZERO = { cells: [], fault: null, fact: null } as const

/** A signed amount, with its side where the file has one, as debtor or creditor. */
function withSides(outcomes: ReadonlyMap<string, Outcome>): ReadonlyMap<string, Outcome> {
  const amount = outcomes.get('Balance')
  const side = outcomes.get('Side')?.text ?? null
  const isCreditor = side === null ? amount?.text?.startsWith('-') : side === 'C'
  const blank: Outcome = { ...ZERO, text: null }
  const own = amount ? { ...amount, text: amount.text?.replace(/^-/, '') ?? null } : blank
  return new Map([
    ...outcomes,
    ['Balance debtor', isCreditor ? blank : own],
    ['Balance creditor', isCreditor ? own : blank],
  ])
}

/** A row where a line begins, with what the rows above say. */
interface RowOfLine {
  row: number
  sections: ReadonlyMap<string, Found>
  factSections: ReadonlyMap<FactName, Found>
  repeated: ReadonlyMap<object, { row: number; cell: Cell }>
}

const NONE_REPEATED: RowOfLine['repeated'] = new Map()

/** Judges each row below the header: end, skip, section, blank, or the beginning of a line. */
function rowsOf(
  part: Part,
  place: PlacedPart,
  repeating: readonly Heading[],
  factSections: ReadonlyMap<FactName, Pattern>,
): { lines: RowOfLine[]; skipped: number } {
  const { cells } = place
  const [ends, skips] = [anyOf(part.end), anyOf(part.skip)]
  const sections = part.sections.map(sectionReader)
  const lines: RowOfLine[] = []
  let skipped = 0
  let values: ReadonlyMap<string, Found> = new Map()
  let facts: ReadonlyMap<FactName, Found> = new Map()
  const repeated = new Map<object, { row: number; cell: Cell }>()
  const columnsRead = columnsInFirstRow(part, place)
  for (let row = place.headerRow + 1; row <= cells.last; row += 1) {
    const filled = cells.row(row)
    const [first] = filled
    if (!first) {
      if (part.endAtBlank) break
      continue
    }
    const text = cellText(first, cells.sheet)
    if (ends.matches(text)) break
    if (skips.matches(text) && isTotal(part, place, row, text)) {
      skipped += 1
      continue
    }
    const section = filled.length === 1 ? sectionRow(first, row, place, sections, factSections) : null
    if (section) {
      values = withoutBlanks(new Map([...values, ...section.values]))
      facts = withoutBlanks(new Map([...facts, ...section.facts]))
      continue
    }
    if (!columnsRead.some((column) => cells.at(row, column) !== undefined)) {
      skipped += 1
      continue
    }
    for (const column of repeating) {
      const at = row + (column.row ?? 1) - 1
      const number = place.columnOf(column)
      const cell = number === null ? undefined : cells.at(at, number)
      if (cell) repeated.set(column, { row: at, cell })
    }
    const above = repeating.length === 0 ? NONE_REPEATED : new Map(repeated)
    lines.push({ row, sections: values, factSections: facts, repeated: above })
    row += part.rowsEach - 1
  }
  return { lines, skipped }
}

/** Whether a row that `skip` names is left out: in the built-in layout an instrument may be called Total, too. */
function isTotal({ columns = {}, keyOfTotals }: Part, place: PlacedPart, row: number, text: string): boolean {
  const key = keyOfTotals === undefined ? undefined : columns[keyOfTotals]
  const column = key ? place.columnOf(key) : null
  const cell = column === null ? undefined : place.cells.at(row, column)
  if (!cell) return true
  const wordOf = (written: string) => /^\S+?(?=$|[\s:])/.exec(written.trim())?.[0].toLowerCase()
  return wordOf(cellText(cell, place.cells.sheet)) === wordOf(text)
}

/** A section row that matches with nothing ends what the one before it says. */
const withoutBlanks = <Name>(found: ReadonlyMap<Name, Found>): ReadonlyMap<Name, Found> =>
  new Map([...found].filter(([, { text }]) => text !== ''))

interface SectionReader {
  column: string
  /** Its value is a part of the text of its row, not a word of the format. */
  isText: boolean
  of(text: string): string | null
}

function sectionReader({ column, words, text }: Section): SectionReader {
  if (words !== undefined) return { column, isText: false, of: (given) => compiled(words).of(given) }
  const pattern = compilePattern(text ?? '')
  return { column, isText: true, of: (given) => pattern.match(fold(given)) }
}

const compiledWords = new WeakMap<object, ReturnType<typeof compileWords>>()

function compiled(words: Readonly<Record<string, string>>) {
  const known = compiledWords.get(words) ?? compileWords(words)
  compiledWords.set(words, known)
  return known
}

function sectionRow(
  cell: Cell,
  row: number,
  { cells }: PlacedPart,
  sections: readonly SectionReader[],
  factSections: ReadonlyMap<FactName, Pattern>,
): { values: Map<string, Found>; facts: Map<FactName, Found> } | null {
  const { text, cells: from } = foundIn(cells.sheet, row, cell)
  const values = new Map<string, Found>()
  const facts = new Map<FactName, Found>()
  for (const { column, isText, of } of sections) {
    const value = of(text)
    if (value !== null)
      values.set(column, { text: value.trim(), cells: from, isWritten: isText && cell.kind === 'text' })
  }
  for (const [name, pattern] of factSections) {
    const value = pattern.match(fold(text))
    if (value !== null) facts.set(name, { text: value.trim(), cells: from })
  }
  return values.size + facts.size === 0 ? null : { values, facts }
}

/** The columns of the sheet that a part reads in the first row of a line: where they are blank, it is none. */
function columnsInFirstRow({ columns = {} }: Part, place: PlacedPart): number[] {
  const read = (column: Column): number[] => [
    ...[column, ...(column.plus ?? [])].flatMap((one) => {
      const stands = (one.headings !== undefined || one.at !== undefined) && (one.row ?? 1) === 1
      return stands ? (place.columnOf(one) ?? []) : []
    }),
    ...(column.orElse ? read(column.orElse) : []),
  ]
  return [...new Set(Object.values(columns).flatMap(read))]
}
