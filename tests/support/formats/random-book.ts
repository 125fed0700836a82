import { utils, type WorkSheet, write } from '@e965/xlsx'
import { Big } from 'big.js'
import type { Random } from 'tests/support/workbooks/random'
import { columnsOf, KIND_TABLES, type KindColumn } from '~/platform/formats/kinds'
import { FUND_TYPES } from '~/platform/formats/nav-types'
import { columnLetters } from '~/platform/workbooks/workbook'
import { classLines, type ExpectedLine } from './class-lines'

/** A file in a random format, and what reading it must give. */
export interface RandomBook {
  format: Record<string, unknown>
  name: string
  bytes: Uint8Array
  known: Record<string, string>
  expected: { facts: Record<string, string>; lines: BookLine[] }[]
  skipped: number
}

interface ExpectedLines {
  lines: BookLine[]
  skipped: number
}

/** A value that stands once above the lines that have it. */
interface Section {
  column: string
  json: Record<string, unknown>
  written(value: string): string
}

/** A line that was not written has no row. */
type BookLine = ExpectedLine<number | null>

type Written = { text: string } | { number: string; format?: string }

const KINDS = ['NAV', 'BALANCE', 'INVENTORY'] as const
const MONTHS = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic']
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** One sheet that is filled cell by cell. */
class Grid {
  readonly cells = new Map<number, Map<number, Written>>()
  put(row: number, column: number, written: Written): string {
    const own = this.cells.get(row) ?? new Map<number, Written>()
    this.cells.set(row, own.set(column, written))
    return `${columnLetters(column)}${row}`
  }
}

/** How a column of ours stands in the file. */
interface Source {
  /** Without its place. */
  options: Record<string, unknown>
  column: number
  /** In which row of a line. */
  row: number
  byLetters: boolean
  /** The column of a part of each amount, and of what stands in where the first is blank. */
  plus: number | null
  orElse: number | null
  /** Blank cells repeat the one above. */
  repeats: boolean
  written(value: string): Written
}

/** Builds the book for a seed: its kind, format, layout and values are all drawn. */
export function randomBook(random: Random): RandomBook {
  return new Draw(random).book()
}

class Draw {
  private readonly grid = new Grid()
  private readonly isText: boolean
  private readonly mark: '.' | ','
  private readonly statesMark: boolean
  private readonly kind: (typeof KINDS)[number]
  private readonly shape: 'rows' | 'classes' | 'labels'
  private readonly rowsEach: number
  private readonly headerRows: number
  private nextColumn = 1

  constructor(private readonly random: Random) {
    this.isText = random.chance(0.3)
    this.mark = random.pick(['.', ','])
    this.statesMark = random.chance(0.5)
    this.kind = random.pick(KINDS)
    this.shape = this.kind === 'NAV' ? random.pick(['rows', 'classes', 'labels']) : 'rows'
    this.rowsEach = random.chance(0.25) ? 2 : 1
    this.headerRows = this.rowsEach === 2 ? 2 : random.whole(0, 3)
  }

  book(): RandomBook {
    const { random } = this
    const fund = random.chance(0.5) ? 'ARV01' : 'FD 7é'
    const sheet = this.isText ? 'NAV_F1_book' : random.pick(['Portfolio', `${fund}_all`])
    const name = this.isText ? `${sheet}.csv` : 'NAV_F1_book.bin'
    const first = this.facts(fund, sheet, name)
    const { part, lines, skipped } =
      this.shape === 'labels' ? this.labels(first, sheet) : this.table(first.nextRow, sheet)
    if (random.chance(0.5)) part.sheets = [`${sheet.slice(0, 3)}*`]
    return {
      format: {
        code: 'RANDOM',
        name: 'Random',
        from: '2026-01-01',
        files: 1,
        decimal: this.statesMark ? this.mark : null,
        dates: ['dd-MMM-yyyy', 'yyyyMMdd'],
        funds: { F1: 'OURS' },
        tables: [{ kind: this.kind, facts: first.facts, parts: [part] }],
      },
      name,
      bytes: this.isText ? this.textFile() : this.workbook(sheet),
      known: { 'NAV date': '2026-10-30' },
      expected: [{ facts: first.values, lines }],
      skipped,
    }
  }

  private table(nextRow: number, sheet: string): ExpectedLines & { part: Record<string, unknown> } {
    const { random, shape, headerRows, rowsEach } = this
    const columns = this.columns()
    const section = random.chance(0.3) ? this.section(columns) : null
    const statusColumn = random.chance(0.4) ? this.column() : null
    const from = this.headers(nextRow + random.whole(0, 2), columns, statusColumn)
    const read = this.lines(from, columns, section, statusColumn, sheet)
    const part: Record<string, unknown> = {
      shape,
      headerRows,
      rowsEach,
      columns: Object.fromEntries([...columns].map(([key, source]) => [key, this.json(source)])),
      sections: section ? [section.json] : [],
      skip: ['Sum of*'],
      end: ['END'],
    }
    if (statusColumn !== null) part.only = [{ ...this.place(statusColumn, 1, false), is: ['FINAL'] }]
    return { part, ...read }
  }

  /** Lines of single figures, each beside its label. */
  private labels(
    { values, cells, nextRow }: ReturnType<Draw['facts']>,
    sheet: string,
  ): ExpectedLines & { part: Record<string, unknown> } {
    const { random, grid } = this
    const labels: Record<string, unknown>[] = []
    const lines: BookLine[] = []
    const code = values['Fund code'] ?? ''
    let row = nextRow + 1
    for (const type of [...FUND_TYPES, 'SHARES']) {
      const isOfFund = type !== 'SHARES'
      const line: BookLine = {
        row,
        values: { Type: type, Code: isOfFund ? code : 'CLASS A', Currency: 'EUR', Value: null, Name: null },
        cells: {},
      }
      if (isOfFund && cells['Fund code'] !== undefined) line.cells.Code = cells['Fund code']
      if (cells['Fund currency'] !== undefined) line.cells.Currency = cells['Fund currency']
      const json: Record<string, unknown> = {
        Type: type.toLowerCase(),
        ...(isOfFund ? {} : { Code: 'CLASS A' }),
      }
      const how = random.pick(
        lines.length === 0 ? ['right', 'below'] : ['right', 'below', 'value', 'missing'],
      )
      labels.push(json)
      if (how === 'missing') {
        Object.assign(json, { label: ['Not there'], maybe: true })
        continue
      }
      const value = this.number()
      line.values.Value = value
      lines.push(line)
      if (how === 'value') {
        Object.assign(json, { value })
        line.row = null
        continue
      }
      grid.put(row, 2, { text: `Figure ${type} : ` })
      const at = how === 'right' ? { row, column: random.whole(3, 6) } : { row: row + 1, column: 2 }
      const written = this.isText ? { text: this.numeral(new Big(value)) } : { number: value }
      line.cells.Value = `${sheet}!${grid.put(at.row, at.column, written)}`
      Object.assign(json, { label: [`fig* ${type}:`], place: how })
      row += how === 'right' ? 1 : 2
    }
    return { part: { shape: 'labels', labels }, lines, skipped: 0 }
  }

  private column(): number {
    // Columns between ours that nothing reads.
    this.nextColumn += this.random.chance(0.2) ? 1 : 0
    this.nextColumn += 1
    return this.nextColumn
  }

  // Facts

  private facts(fund: string, sheet: string, file: string) {
    const { random, grid } = this
    const facts: Record<string, unknown> = {}
    const values: Record<string, string> = {}
    const cells: Record<string, string> = {}
    let row = 1
    const put = (name: string, at: number, column: number, text: string) => {
      const address = grid.put(at, column, { text })
      cells[name] = `${sheet}!${address}`
      return address
    }
    const give = (name: string, value: string, written: string) => {
      values[name] = value
      const place =
        this.headerRows === 0 && this.shape !== 'labels'
          ? 'value'
          : random.pick(['right', 'below', 'same', 'cell', 'value'])
      if (place === 'value') {
        facts[name] = { value: written }
      } else if (place === 'cell') {
        facts[name] = { cell: put(name, row, random.whole(1, 6), written) }
      } else if (place === 'same') {
        put(name, row, 2, `${name} is : ${written}`)
        facts[name] = { label: [`${name.toUpperCase()} is*`], place }
      } else if (place === 'below') {
        grid.put(row, 3, { text: `${name}:` })
        row += random.whole(1, 2)
        put(name, row, 3, written)
        facts[name] = { label: [name], place }
      } else {
        grid.put(row, 1, { text: `${name} :` })
        put(name, row, random.whole(2, 5), written)
        facts[name] = { label: ['nothing', name.replace('u', '?')], place }
      }
      row += 1
    }
    if (sheet === `${fund}_all` && random.chance(0.5)) {
      facts['Fund code'] = { sheetName: '{}_*' }
      values['Fund code'] = fund
      cells['Fund code'] = sheet
    } else if (random.chance(0.3)) {
      facts['Fund code'] = { fileName: 'nav_{}_*' }
      values['Fund code'] = 'OURS'
      cells['Fund code'] = file
    } else give('Fund code', fund, fund)
    if (random.chance(0.3)) {
      facts['NAV date'] = { nav: true }
      values['NAV date'] = '2026-10-30'
    } else give('NAV date', '2026-10-30', random.pick(['30-OTT-2026', '30/10/2026', '20261030']))
    give('Fund currency', 'EUR', 'EUR')
    return { facts, values, cells, nextRow: row }
  }

  // Columns

  private columns(): Map<string, Source> {
    const { random } = this
    const drawn = this.ours().filter(
      ({ name, needed }) => needed || this.isAlwaysFilled(name) || random.chance(0.5),
    )
    return new Map(random.shuffled(drawn).map((column) => [column.name, this.source(column)]))
  }

  private ours(): readonly KindColumn[] {
    return columnsOf(this.kind, this.shape).filter(({ name }) => name !== 'Balance' && name !== 'Side')
  }

  /** Takes one of the columns, whose values then stand in rows of their own. */
  private section(columns: Map<string, Source>): Section | null {
    const { types } = KIND_TABLES[this.kind]
    const name = [...columns.keys()].find((each) => each === 'Type' || each === 'Quotation currency')
    if (name === undefined) return null
    columns.delete(name)
    if (name === 'Type') {
      const words = Object.fromEntries(types.map((type, at) => [`kind ${at}*`, type]))
      return {
        column: name,
        json: { column: name, words },
        written: (value) => `KIND ${types.indexOf(value)} of all`,
      }
    }
    return {
      column: name,
      json: { column: name, text: 'in currency: {}' },
      written: (value) => `In Currency: ${value}`,
    }
  }

  /** A column that every line fills in its first row, or the row would be blank. */
  private isAlwaysFilled(name: string): boolean {
    if (this.shape === 'classes') return name === 'Class code' || name === 'SHARES'
    return name === { NAV: 'Value', BALANCE: 'Account number', INVENTORY: 'Market value' }[this.kind]
  }

  private source(column: KindColumn): Source {
    const { random } = this
    const isNumber = column.value === 'number' || column.value === 'percent'
    const source: Source = {
      options: {},
      column: this.column(),
      row: this.rowsEach === 2 && !this.isAlwaysFilled(column.name) && random.chance(0.5) ? 2 : 1,
      // One heading at least says where the header is.
      byLetters: this.headerRows === 0 || (!this.isAlwaysFilled(column.name) && random.chance(0.2)),
      plus: isNumber && random.chance(0.2) ? this.column() : null,
      orElse: random.chance(0.2) ? this.column() : null,
      repeats: false,
      written: (value) => ({ text: value }),
    }
    if (isNumber) return this.numbers(source)
    if (column.value === 'date') return this.days(source)
    if (column.value === 'type') {
      const { types } = KIND_TABLES[this.kind]
      const words = Object.fromEntries(types.map((type, at) => [`t${at} *`, type.toLowerCase()]))
      const written = (value: string) => ({ text: `T${types.indexOf(value)}  x` })
      return random.chance(0.5) ? { ...source, options: { words }, written } : source
    }
    const [text, around] = random.pick([
      ['* - {} (*)', (value: string) => `1 - ${value} (2)`],
      ['Code: {}', (value: string) => `CODE:  ${value}`],
      ['', (value: string) => ` ${value} `],
    ] as const)
    source.written = (value) => ({ text: around(value) })
    if (text !== '') source.options.text = text
    // A value that stands once for the lines below it; not for one of which another cell may stand in.
    if (source.orElse === null && !this.isAlwaysFilled(column.name) && random.chance(0.2)) {
      source.options.repeat = true
      source.repeats = true
    }
    return source
  }

  private numbers(source: Source): Source {
    const { random } = this
    const scale = source.plus === null && source.orElse === null ? random.pick(['1', '0.01', '1000']) : '1'
    const isNegated = source.plus === null && source.orElse === null && random.chance(0.3)
    if (scale !== '1') source.options.scale = scale
    if (isNegated) source.options.negate = true
    const asText = this.isText || random.chance(0.4)
    source.written = (value) => {
      const inFile = new Big(value).div(scale).times(isNegated ? -1 : 1)
      return asText ? { text: this.numeral(inFile) } : { number: inFile.toFixed() }
    }
    return source
  }

  /** A number as text: grouped or not, with decimals that tell the marks apart. */
  private numeral(number: Big): string {
    const [whole = '', decimals = ''] = number.abs().toFixed().split('.')
    const group = this.random.pick(['', this.mark === '.' ? ',' : '.', ' ', '’'])
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
    const digits = decimals.length === 1 || decimals.length === 3 ? `${decimals}0` : decimals.padEnd(2, '0')
    const text = `${grouped}${this.mark}${digits}`
    if (number.gte(0)) return text
    return this.random.pick([`-${text}`, `(${text})`, `${text}-`, `\u2212${text}`])
  }

  private days(source: Source): Source {
    const how = this.random.pick(this.isText ? ['name', 'iso'] : ['name', 'iso', 'cell', 'digits'])
    source.written = (value) => {
      const [year = '', month = '', day = ''] = value.split('-')
      if (how === 'iso') return { text: `${value} 10:15` }
      if (how === 'name') return { text: `${day}-${MONTHS[Number(month) - 1]}-${year}` }
      if (how === 'digits') return { number: `${year}${month}${day}` }
      return { number: String((Date.parse(value) - DAY_ZERO) / 86_400_000), format: 'dd/mm/yyyy' }
    }
    return source
  }

  private json(source: Source): Record<string, unknown> {
    const { options, column, row, byLetters, plus, orElse } = source
    const { repeat: _, ...ofCell } = options
    return {
      ...this.place(column, row, byLetters),
      ...options,
      ...(plus === null ? {} : { plus: [this.place(plus, row, false)] }),
      ...(orElse === null ? {} : { orElse: { ...this.place(orElse, row, byLetters), ...ofCell } }),
      blank: ['n/a', '-'],
    }
  }

  private place(column: number, row: number, byLetters: boolean): Record<string, unknown> {
    const inRow = row === 1 ? {} : { row }
    if (byLetters || this.headerRows === 0) return { at: columnLetters(column), ...inRow }
    return {
      headings: ['missing', this.rowsEach === 1 && this.headerRows > 1 ? `*H${column}Q` : `h${column}q`],
      ...inRow,
    }
  }

  /** @returns the first row below the header */
  private headers(at: number, columns: ReadonlyMap<string, Source>, status: number | null): number {
    if (this.headerRows === 0) return 1
    const rowOf = (row: number) => (this.rowsEach === 2 ? at + row - 1 : at + this.headerRows - 1)
    const put = (column: number | null, row: number) => {
      if (column !== null) this.grid.put(rowOf(row), column, { text: ` H${column}q ` })
    }
    for (const { column, row, plus, orElse } of columns.values())
      for (const each of [column, plus, orElse]) put(each, row)
    put(status, 1)
    if (this.headerRows > 1 && this.rowsEach === 1)
      this.grid.put(at, this.random.whole(1, 5), { text: 'A merged heading' })
    return at + this.headerRows
  }

  // Lines

  private lines(
    from: number,
    columns: ReadonlyMap<string, Source>,
    section: Section | null,
    status: number | null,
    sheet: string,
  ): ExpectedLines {
    const { random, grid } = this
    const lines: BookLine[] = []
    let inSection: { text: string; address: string } | null = null
    const above = new Map<string, { text: string; address: string }>()
    let skipped = 0
    let row = from
    for (let left = random.whole(1, 12); left > 0; left -= 1) {
      if (random.chance(0.1)) row += 1
      if (random.chance(0.1)) {
        grid.put(row, 1, { text: 'SUM of a group' })
        skipped += 1
        row += 1
      }
      if (section && (inSection === null || random.chance(0.3))) {
        const text = this.value(section.column) ?? ''
        const address = grid.put(row, random.whole(1, 4), { text: section.written(text) })
        inSection = { text, address: `${sheet}!${address}` }
        row += 1
      }
      if (status !== null && random.chance(0.2)) {
        // Filled in every column that a line must fill, and left out all the same.
        for (const [name, source] of columns) {
          const value = this.value(name)
          if (value === null) continue
          const address = this.put(row, source, value, sheet)
          if (source.repeats) above.set(name, { text: value, address })
        }
        grid.put(row, status, { text: 'DRAFT' })
        skipped += 1
        row += this.rowsEach
      }
      if (status !== null) grid.put(row, status, { text: 'final' })
      const line = this.line(row, columns, above, sheet)
      if (section && inSection) {
        line.values[section.column] = inSection.text
        line.cells[section.column] = inSection.address
      }
      lines.push(...(this.shape === 'classes' ? classLines(line) : [line]))
      row += this.rowsEach
    }
    if (random.chance(0.5)) {
      grid.put(row, 1, { text: 'end' })
      grid.put(row + 1, 2, { text: 'what follows is not read' })
    }
    return { lines, skipped }
  }

  private line(
    row: number,
    columns: ReadonlyMap<string, Source>,
    above: Map<string, { text: string; address: string }>,
    sheet: string,
  ): BookLine {
    const values: Record<string, string | null> = {}
    const cells: Record<string, string> = {}
    for (const { name } of this.ours()) values[name] = null
    for (const [name, source] of columns) {
      const before = source.repeats ? above.get(name) : undefined
      const value = before && this.random.chance(0.5) ? null : this.value(name)
      if (before && value === null) {
        values[name] = before.text
        cells[name] = before.address
        continue
      }
      values[name] = value
      if (value === null) {
        if (!source.repeats && this.random.chance(0.5))
          this.grid.put(row + source.row - 1, source.column, { text: this.random.pick(['-', 'N/A']) })
        continue
      }
      cells[name] = this.put(row, source, value, sheet)
      above.set(name, { text: value, address: cells[name] })
    }
    return { row, values, cells }
  }

  /** Writes a value where its column stands, and says in which cells. */
  private put(row: number, source: Source, value: string, sheet: string): string {
    const at = row + source.row - 1
    const address = (column: number, written: Written) => `${sheet}!${this.grid.put(at, column, written)}`
    if (source.orElse !== null && source.plus === null && this.random.chance(0.4))
      return address(source.orElse, source.written(value))
    if (source.plus === null || this.random.chance(0.3)) return address(source.column, source.written(value))
    const added = new Big(this.random.whole(-900, 900)).div(8)
    const own = address(source.column, source.written(new Big(value).minus(added).toFixed()))
    return `${own} + ${address(source.plus, source.written(added.toFixed()))}`
  }

  /** A value of one of our columns; null only where it may be blank. */
  private value(name: string): string | null {
    const { random } = this
    const column = this.ours().find((each) => each.name === name) as KindColumn
    if (column.mayBeBlank && !this.isAlwaysFilled(name) && name !== 'Quantity' && random.chance(0.3))
      return null
    switch (column.value) {
      case 'type':
        return random.pick(KIND_TABLES[this.kind].types)
      case 'date':
        return new Date(Date.UTC(2026, random.whole(0, 11), random.whole(1, 28))).toISOString().slice(0, 10)
      case 'number':
      case 'percent':
        return this.number()
      case 'text':
        return `${random.pick(['Élan', 'XS00', 'Bond a', 'ŒUVRE'])}${random.whole(1, 9_999)}`
    }
  }

  private number(): string {
    const { random } = this
    if (random.chance(0.15)) return '0'
    return new Big(random.whole(-9_999_999, 9_999_999)).div(random.pick([1, 4, 100])).toFixed()
  }

  // Files

  private workbook(name: string): Uint8Array {
    const sheet: WorkSheet = {}
    let [lastRow, lastColumn] = [1, 1]
    for (const [row, cells] of this.grid.cells)
      for (const [column, written] of cells) {
        sheet[`${columnLetters(column)}${row}`] =
          'text' in written
            ? { t: 's', v: written.text }
            : { t: 'n', v: Number(written.number), z: written.format ?? 'General' }
        lastRow = Math.max(lastRow, row)
        lastColumn = Math.max(lastColumn, column)
      }
    sheet['!ref'] = `A1:${columnLetters(lastColumn)}${lastRow}`
    const book = utils.book_new()
    // Without a header a part would be found there too.
    if (this.headerRows > 0 && this.random.chance(0.3))
      utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes']]), 'Notes')
    utils.book_append_sheet(book, sheet, name)
    const bookType = this.random.pick(['xlsx', 'biff8', 'xlsb'] as const)
    return new Uint8Array(write(book, { type: 'buffer', bookType, compression: true }))
  }

  private textFile(): Uint8Array {
    const separator = this.random.pick([';', '\t', '|', ','])
    const last = Math.max(...this.grid.cells.keys())
    const width = Math.max(...[...this.grid.cells.values()].flatMap((cells) => [...cells.keys()]))
    const field = (written: Written | undefined) => {
      const text = written && 'text' in written ? written.text : ''
      return /[;\t|,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    }
    const rows = Array.from({ length: last }, (_, at) =>
      Array.from({ length: width }, (__, column) => field(this.grid.cells.get(at + 1)?.get(column + 1))).join(
        separator,
      ),
    )
    return new TextEncoder().encode(`\ufeff${rows.join(this.random.pick(['\n', '\r\n']))}`)
  }
}
