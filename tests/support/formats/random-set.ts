import { Big } from 'big.js'
import type { Random } from 'tests/support/workbooks/random'
import {
  columnsOf,
  type FactName,
  KIND_TABLES,
  KINDS,
  type Kind,
  type KindColumn,
} from '~/platform/formats/kinds'
import { CLASS_TYPES, FUND_TYPES } from '~/platform/formats/nav-types'
import { columnLetters } from '~/platform/workbooks/workbook'
import { classLines, type ExpectedLine } from './class-lines'
import { FILE_KINDS, type FileKind, fileBytes, Grid, type Written } from './random-file'

/** A file of any kind in a random format with several funds, sheets and parts, and what reading it must give. */
export interface RandomSet {
  format: Record<string, unknown>
  name: string
  bytes: Uint8Array
  known: Record<string, string>
  expected: ExpectedFund[]
  skipped: number
}

interface ExpectedFund {
  facts: Record<string, { value: string; cell: string | null }>
  lines: ExpectedLine[]
}

interface Fund {
  ours: string
  written: string
  date: string
  currency: string
}

/** A fact by where it stands. */
type FactBy =
  | 'column'
  | 'section'
  | 'label'
  | 'below'
  | 'same'
  | 'cell'
  | 'value'
  | 'nav'
  | 'sheetName'
  | 'fileName'

interface FactPlan {
  name: FactName
  by: FactBy
  json: Record<string, unknown>
  /** Of a column. */
  column: number
  repeats: boolean
  value(fund: Fund): string
  written(fund: Fund): string
}

/** What a line has so far. */
interface Line extends ExpectedLine {
  grid: Grid
  fund: Fund
  /** The values that section rows above give, with their cells. */
  sections: ReadonlyMap<string, { text: string; address: string }>
  /** The cells of facts of the line. */
  factCells: ReadonlyMap<FactName, string | null>
  above: Map<ColumnPlan, { text: string; address: string }>
}

interface ColumnPlan {
  /** Null where only sections give it. */
  json: Record<string, unknown> | null
  places: { column: number; row: number }[]
  /** Draws its value in a line, writes it, and notes what must be read. */
  fill(line: Line): void
}

/** The sheets that a part reads, laid out alike. */
interface PartDraw {
  json: Record<string, unknown>
  prefix: string
  headerRows: number
  rowsEach: number
  /** In which column a heading over others begins, for each row of the header but the last; 0 for none. */
  groups: number[]
  plans: Map<string, ColumnPlan>
  sections: { name: string; written(value: string): string; draw(): string }[]
  only: { column: number; yes: Written; no: Written } | null
  endsAtBlank: boolean
  nextColumn: number
}

const CURRENCIES = ['EUR', 'USD', 'CHF'] as const
const NOTATIONS = ['dd-MMM-yyyy', 'yyyyMMdd', 'MM/dd/yyyy', 'd.M.yy'] as const
const MONTHS = [
  'Januar',
  'févr.',
  'mrt',
  'abril',
  'MAI',
  'giugno',
  'juil',
  'Aug.',
  'setembro',
  'ott',
  'nov',
  'Déc',
]
/** 1 / number to 15 significant digits, half up. */
const INVERSES: Readonly<Record<string, string>> = {
  '2': '0.5',
  '3': '0.333333333333333',
  '6': '0.166666666666667',
  '7': '0.142857142857143',
  '0.3': '3.33333333333333',
  '1.25': '0.8',
  '-8': '-0.125',
}
/** Every line has its own cell in this column, so that no line is blank. */
const ALWAYS: Record<Kind, string> = {
  NAV: 'Value',
  BALANCE: 'Account number',
  INVENTORY: 'Market value',
  MATCHING: 'Quantity',
  REGISTER: 'Class code',
  CASH: 'Account',
  POSITIONS: 'Quantity',
  PRICES: 'Price',
  ANNOUNCEMENTS: 'Rate',
  DEALS: 'Shares',
}
/** A column that conditions may look at: it is never blank. */
const LOOKED_AT: Partial<Record<Kind, string>> = {
  NAV: 'Type',
  INVENTORY: 'Type',
  BALANCE: 'Currency',
  MATCHING: 'Currency',
  CASH: 'Currency',
  PRICES: 'Currency',
  ANNOUNCEMENTS: 'Currency',
}
/** Where one of two columns is to be filled, this one is. */
const FILLED: Partial<Record<Kind, string>> = { POSITIONS: 'ISIN', ANNOUNCEMENTS: 'Class code' }
const FACT_COLUMN: Record<FactName, number> = {
  'Fund code': 50,
  'NAV date': 51,
  Date: 51,
  'Fund currency': 52,
  'Fund name': 53,
}
const STATUS = 54
/** The first row of a header, at the latest. */
const LAST_HEADER = 20
const NOTES = 58

/** How a text stands in a file; the first two are for codes. */
const TEXT_WAYS = [
  'plain',
  'pattern',
  'words',
  'number',
  'orElse',
  'repeat',
  'value',
  'section',
  'fact',
] as const
type TextWay = (typeof TEXT_WAYS)[number]

const plain = (number: Big) => (number.eq(0) ? '0' : number.toFixed())

/** Draws all of a set for a seed. */
export function randomSet(random: Random): RandomSet {
  return new SetDraw(random).set()
}

class SetDraw {
  private readonly kind: Kind
  private readonly shape: 'rows' | 'classes'
  private readonly file: FileKind
  private readonly mark: '.' | ','
  private readonly notations: string[]
  private readonly funds: Fund[]
  private readonly parts: PartDraw[] = []
  private readonly facts: FactPlan[] = []
  private readonly expected = new Map<string, ExpectedFund>()
  private readonly fileName: string
  private skipped = 0

  constructor(private readonly random: Random) {
    this.kind = random.pick(KINDS)
    this.shape = this.kind === 'NAV' && random.chance(0.5) ? 'classes' : 'rows'
    this.file = random.pick(FILE_KINDS)
    this.mark = random.pick(['.', ','])
    this.notations = random.some([...NOTATIONS], random.whole(0, 3))
    this.fileName = `LIST_${this.file.isText ? 'a.b' : 'x'}.${this.file.ending}`
    const date = this.day()
    this.funds = ['4711', 'AR 02', 'Z9'].slice(0, random.whole(1, 3)).map((written, at) => ({
      written,
      ours: at === 0 ? 'ARV01' : written,
      date,
      currency: random.pick(CURRENCIES),
    }))
  }

  set(): RandomSet {
    const { random, kind, file } = this
    const count = file.isText ? 1 : random.whole(1, 2)
    const headers = Array.from({ length: count }, () => {
      const rowsEach = random.pick([1, 1, 1, 2, 3])
      return { rowsEach, headerRows: rowsEach === 1 ? random.whole(0, 3) : rowsEach }
    })
    const isBare = headers.some(({ headerRows }) => headerRows === 0)
    this.drawFacts(isBare)
    for (const [at, header] of headers.entries())
      this.parts.push(this.part(['Alpha', 'Beta'][at] ?? '', header))
    const grids = this.sheets()
    const parts: object[] = this.parts.map(({ json }) => json)
    if (random.chance(0.2)) parts.push({ ...parts[0], sheets: ['Nowhere*'], optional: true })
    return {
      format: {
        code: 'RANDOM',
        name: 'Random',
        from: '2026-01-01',
        files: 1,
        decimal: random.chance(0.5) ? this.mark : null,
        dates: this.notations,
        funds: { '4711': 'ARV01' },
        classes: { K1: 'CLASS-1' },
        tables: [
          { kind, facts: Object.fromEntries(this.facts.map(({ name, json }) => [name, json])), parts },
        ],
      },
      name: this.fileName,
      bytes: fileBytes(file, grids, random),
      known: { 'NAV date': this.funds[0]?.date ?? '', Date: this.funds[0]?.date ?? '' },
      expected: [...this.expected.values()],
      skipped: this.skipped,
    }
  }

  // Facts

  private get isOfFunds(): boolean {
    return this.facts.some(({ name }) => name === 'Fund code')
  }

  /** Whether each sheet is of one fund. */
  private get isOneEachSheet(): boolean {
    const by = this.facts.find(({ name }) => name === 'Fund code')?.by
    return by !== undefined && by !== 'column' && by !== 'section'
  }

  private drawFacts(isBare: boolean): void {
    const { random, kind, file, funds } = this
    const { needed, others } = KIND_TABLES[kind].facts
    const names = [...needed, ...others.filter((name) => name !== 'Fund name' && random.chance(0.7))]
    if (!names.includes('Fund code')) funds.splice(1)
    const inSheet: FactBy[] = isBare ? [] : ['label', 'below', 'same', 'cell']
    for (const name of names) {
      let ways: FactBy[]
      if (name === 'Fund code') {
        const single: FactBy[] = funds.length === 1 ? ['value', 'fileName'] : []
        const ofSheet: FactBy[] = file.isText && funds.length > 1 ? [] : inSheet
        ways = ['column', 'section', ...ofSheet, ...single, ...(file.isText ? [] : (['sheetName'] as const))]
      } else ways = ['column', 'value', ...inSheet, ...(name === 'Fund currency' ? [] : (['nav'] as const))]
      this.facts.push(this.fact(name, random.pick(ways), isBare))
    }
    // What stands once for lines of several funds is the same for all of them.
    for (const { name, by } of this.facts) {
      if (by === 'column' || name === 'Fund code' || (this.isOneEachSheet && inSheet.includes(by))) continue
      for (const fund of funds) if (name === 'Fund currency') fund.currency = funds[0]?.currency ?? ''
    }
  }

  private fact(name: FactName, by: FactBy, isBare: boolean): FactPlan {
    const { random } = this
    const column = FACT_COLUMN[name]
    const repeats = by === 'column' && random.chance(0.4)
    const isDate = name === 'NAV date' || name === 'Date'
    const value = (fund: Fund) => (name === 'Fund code' ? fund.ours : isDate ? fund.date : fund.currency)
    const bare = (fund: Fund) =>
      name === 'Fund code' ? fund.written : isDate ? this.writtenDay(fund.date) : fund.currency
    const isWrapped = !['value', 'nav', 'sheetName', 'fileName', 'section'].includes(by) && random.chance(0.3)
    const written = (fund: Fund) => (isWrapped ? `It is ${bare(fund)}, final` : bare(fund))
    const text = isWrapped ? { text: 'it is {}, *' } : {}
    const label = `Label of ${name}`
    const [fund] = this.funds as [Fund]
    const sources: Record<FactBy, Record<string, unknown>> = {
      column: {
        ...(isBare || random.chance(0.5)
          ? { at: columnLetters(column) }
          : { headings: ['none', `*f${column}q`] }),
        ...(repeats ? { repeat: true } : {}),
      },
      section: { section: 'Portfolio: {}' },
      label: { label: ['not there', `LABEL of ${name} :`] },
      below: { label: [label], place: 'below' },
      same: { label: [`${label}*`], place: 'same' },
      cell: { cell: `B${this.headRow(name) + (this.file.statesSeparator ? 1 : 0)}` },
      value: { value: bare(fund) },
      nav: { nav: true },
      sheetName: { sheetName: '{}_*' },
      fileName: { fileName: 'list_{}' },
    }
    if (by === 'fileName') {
      fund.ours = this.fileName.slice('LIST_'.length).replace(/\.[^.]*$/, '')
      fund.written = fund.ours
    }
    return { name, by, json: { ...sources[by], ...text }, column, repeats, value, written }
  }

  /** Facts above the header have rows of their own. */
  private headRow(name: FactName): number {
    return { 'Fund code': 2, 'NAV date': 5, Date: 5, 'Fund currency': 8, 'Fund name': 11 }[name]
  }

  /** Writes the facts of a sheet; returns their cells. */
  private writeHead(grid: Grid, fund: Fund): Map<FactName, string | null> {
    const cells = new Map<FactName, string | null>()
    for (const fact of this.facts) {
      const row = this.headRow(fact.name)
      const label = `Label of ${fact.name}`
      if (fact.by === 'label') {
        grid.put(row, 1, `${label}:`)
        cells.set(fact.name, grid.put(row, this.random.whole(2, 4), fact.written(fund)))
      } else if (fact.by === 'below') {
        grid.put(row, 2, label)
        cells.set(fact.name, grid.put(row + this.random.whole(1, 2), 2, fact.written(fund)))
      } else if (fact.by === 'same')
        cells.set(fact.name, grid.put(row, 3, `${label} : ${fact.written(fund)}`))
      else if (fact.by === 'cell') cells.set(fact.name, grid.put(row, 2, fact.written(fund)))
      else if (fact.by === 'sheetName') cells.set(fact.name, grid.sheet)
      else if (fact.by === 'fileName') cells.set(fact.name, this.fileName)
      else if (fact.by === 'value' || fact.by === 'nav') cells.set(fact.name, null)
    }
    return cells
  }

  // Parts

  private part(prefix: string, header: { rowsEach: number; headerRows: number }): PartDraw {
    const { random, shape } = this
    const part: PartDraw = {
      ...header,
      json: {},
      prefix,
      groups:
        header.rowsEach > 1
          ? []
          : Array.from({ length: Math.max(0, header.headerRows - 1) }, () => random.whole(0, 6)),
      plans: new Map(),
      sections: [],
      only: null,
      endsAtBlank: random.chance(0.3),
      nextColumn: 1,
    }
    // What conditions look at is drawn first in each line.
    const [first, ...rest] = this.columnsFor()
    const ordered = [first, ...random.shuffled(rest)].flatMap((column) => column ?? [])
    for (const column of ordered) {
      const plan = this.plan(part, column)
      part.plans.set(column.name, plan)
    }
    const isFact = random.chance(0.3) && this.factBy('NAV date') !== 'column' && this.hasBareFact('NAV date')
    if (random.chance(0.4))
      part.only = isFact
        ? { column: STATUS, yes: this.funds[0]?.date ?? '', no: '2020-02-29' }
        : random.pick([
            { column: STATUS, yes: 'final', no: 'DRAFT' },
            ...(this.file.hasBooleans
              ? [{ column: STATUS, yes: { boolean: true }, no: { boolean: false } }]
              : []),
          ])
    const condition = isFact ? { fact: 'NAV date' } : { is: ['TRUE', 'Fin?l'] }
    part.json = {
      sheets: this.file.isText ? [random.pick(['*', 'list*'])] : [`*${prefix.toLowerCase()}*`],
      shape,
      headerRows: header.headerRows,
      rowsEach: header.rowsEach,
      columns: Object.fromEntries(
        [...part.plans].flatMap(([name, { json }]) => (json === null ? [] : [[name, json]])),
      ),
      sections: part.sections.map(({ name }) => ({
        column: name,
        ...(name === 'Type' ? { words: this.typeWords('kind') } : { text: `${name} is {}` }),
      })),
      only: part.only ? [{ at: columnLetters(STATUS), ...condition }] : [],
      skip: ['Sum of*'],
      end: ['END ?'],
      endAtBlank: part.endsAtBlank,
    }
    if (random.chance(0.3)) part.json.within = LAST_HEADER + (this.file.statesSeparator ? 1 : 0)
    return part
  }

  private factBy(name: FactName): FactBy | undefined {
    return this.facts.find((fact) => fact.name === name)?.by
  }

  private hasBareFact(name: FactName): boolean {
    const json = this.facts.find((fact) => fact.name === name)?.json
    return json !== undefined && json.text === undefined
  }

  /** The columns of a part, that which conditions look at first. */
  private columnsFor(): KindColumn[] {
    const { random, kind, shape } = this
    const of = columnsOf(kind, shape)
    if (shape === 'classes')
      return of.filter(({ name, needed }) => needed || name === 'SHARES' || random.chance(0.5))
    const signed = kind === 'BALANCE' ? random.pick(['sides', 'sign', 'side'] as const) : 'sides'
    const wanted = of.filter(({ name, needed }) => {
      if (name === 'Side' && kind === 'BALANCE') return signed === 'side'
      if (name === 'Balance' && kind === 'BALANCE') return signed !== 'sides'
      if (name === 'Balance debtor' || name === 'Balance creditor') return signed === 'sides'
      return needed || name === FILLED[kind] || random.chance(0.5)
    })
    const looked = LOOKED_AT[kind]
    const [first] = wanted.filter(({ name }) => name === looked)
    // The side of an amount is drawn before it.
    const rest = wanted.filter((column) => column !== first)
    return [...(first ? [first] : []), ...rest]
  }

  // Columns

  private plan(part: PartDraw, column: KindColumn): ColumnPlan {
    const { name, value } = column
    if (this.kind === 'BALANCE' && name === 'Side') return this.sidePlan(part)
    if (this.kind === 'BALANCE' && name === 'Balance') return this.signedPlan(part)
    if (value === 'type') return this.typePlan(part, column)
    if (value === 'number' || value === 'percent') return this.numberPlan(part, column)
    return value === 'date' ? this.datePlan(part, column) : this.textPlan(part, column)
  }

  private isAlways(name: string): boolean {
    return this.shape === 'classes' ? name === 'SHARES' || name === 'Class code' : name === ALWAYS[this.kind]
  }

  /** A column may come out blank. */
  private mayBeBlank({ name, mayBeBlank }: KindColumn): boolean {
    return mayBeBlank && !this.isAlways(name) && name !== 'Quantity' && name !== FILLED[this.kind]
  }

  private place(part: PartDraw, name: string) {
    part.nextColumn += this.random.chance(0.2) ? 2 : 1
    const row = part.rowsEach > 1 && !this.isAlways(name) ? this.random.whole(1, part.rowsEach) : 1
    return {
      column: part.nextColumn,
      row,
      json: this.placeJson(part, part.nextColumn, row, this.isAlways(name)),
    }
  }

  private placeJson(part: PartDraw, column: number, row: number, isAlways: boolean): Record<string, unknown> {
    const inRow = row === 1 ? {} : { row }
    if (part.headerRows === 0 || (!isAlways && this.random.chance(0.2)))
      return { at: columnLetters(column), ...inRow }
    const over = part.groups.flatMap((from, at) => (from > 0 && column >= from ? [`group ${at}`] : []))
    const whole = [...over, `h${column}q`].join(' ')
    return { headings: ['nothing like it', this.random.pick([whole, `*H${column}Q`])], ...inRow }
  }

  /** Draws whether conditions hold; what stands in a cell whose conditions do not must not be read. */
  private condition(column: KindColumn): { json: object; holds(line: Line): boolean } | null {
    const looked = LOOKED_AT[this.kind]
    if (this.shape === 'classes' || looked === undefined || column.name === looked) return null
    if (!this.mayBeBlank(column) || !this.random.chance(0.3)) return null
    const all: readonly string[] = looked === 'Type' ? KIND_TABLES[this.kind].types : CURRENCIES
    const some = this.random.some([...all], this.random.whole(1, Math.max(1, all.length - 1)))
    return {
      json: { when: { [looked]: some.map((value) => value.toLowerCase()) } },
      holds: ({ values }) => some.includes(values[looked] ?? ''),
    }
  }

  /** What counts as blank, and one of these in a cell. */
  private blankJson = { blank: ['n/a', '-', '#N/A'] }
  private writeBlank(grid: Grid, row: number, column: number): void {
    if (this.random.chance(0.5)) return
    const words: Written[] = ['-', ' N/A', ...(this.file.hasErrors ? [{ error: '#N/A' } as const] : [])]
    grid.put(row, column, this.random.pick(words))
  }

  private textPlan(part: PartDraw, column: KindColumn): ColumnPlan {
    const { random, kind, shape } = this
    const { name } = column
    const always = this.isAlways(name)
    const isCode = name === 'Class code' || (kind === 'NAV' && name === 'Code')
    const isLooked = name === LOOKED_AT[kind]
    const isCurrency = name.includes('urrency')
    const draw = (): string => {
      if (name === 'Class code') return random.pick(['K1', this.file.isAscii ? 'K2 e' : 'K2 é'])
      return isCurrency ? random.pick(CURRENCIES) : this.word()
    }
    const hasCurrency = this.facts.some((fact) => fact.name === 'Fund currency')
    let way: TextWay = random.pick(isCode || always ? TEXT_WAYS.slice(0, 2) : TEXT_WAYS)
    if (way === 'fact' && (!isCurrency || !hasCurrency || isLooked)) way = 'plain'
    if (way === 'number' && (isCurrency || this.file.isText)) way = 'plain'
    if (way === 'section' && (isLooked || shape === 'classes')) way = 'plain'
    if (way === 'value') {
      const value = draw()
      return { json: { value }, places: [], fill: (line) => this.note(line, name, value, []) }
    }
    if (way === 'fact')
      return {
        json: { fact: 'Fund currency' },
        places: [],
        fill: (line) =>
          this.note(line, name, line.fund.currency, [line.factCells.get('Fund currency') ?? null]),
      }
    const own = this.place(part, name)
    const condition = way === 'repeat' || way === 'section' ? null : this.condition(column)
    const json: Record<string, unknown> = { ...own.json, ...(condition?.json ?? {}) }
    const places = [own]
    let written = (value: string): Written => random.pick([value, ` ${value} `])
    if (way === 'pattern') {
      const [text, around] = random.pick([
        ['* - {} (*)', (value: string) => `1 - ${value} (2)`],
        ['no. {}', (value: string) => `No.   ${value}`],
        [isCurrency ? '*({3})' : '*: {}', (value: string) => (isCurrency ? `Any (${value})` : `a: ${value}`)],
      ] as const)
      json.text = text
      written = around
    }
    if (way === 'words') {
      // The entry without a wildcard, and the longer one, come before those that match as well.
      json.words = { 'is *': 'never', 'is a*': 'first', 'IS AB': 'second', '*': 'other' }
      written = (value) => ({ first: 'is ax', second: 'Is  ab', other: 'that' })[value] ?? value
    }
    const drawn = () => {
      if (way === 'words' && !isCurrency) return random.pick(['first', 'second', 'other'])
      return way === 'number' ? String(random.whole(1, 99_999)) : draw()
    }
    if (way === 'words' && isCurrency) {
      json.words = { 'is E*': 'EUR', 'is US dollar': 'USD', 'is *': 'CHF' }
      written = (value) => ({ EUR: 'Is euro', USD: 'is us  DOLLAR', CHF: 'is a franc' })[value] ?? value
    }
    if (way === 'number') written = (value) => ({ number: value })
    if (way === 'repeat') json.repeat = true
    else Object.assign(json, this.blankJson)
    const other = way === 'orElse' ? this.place(part, name) : null
    if (other) {
      json.orElse = { ...other.json, text: 'else {}' }
      places.push(other)
    }
    if (way === 'section')
      part.sections.push({ name, written: (value) => `${name.toUpperCase()} is ${value}`, draw })
    const isOnlySection = way === 'section' && random.chance(0.5)
    if (isOnlySection) places.pop()
    const plan: ColumnPlan = {
      json: isOnlySection ? null : json,
      places,
      fill: (line) => {
        const at = line.row + own.row - 1
        if (condition && !condition.holds(line)) {
          line.grid.put(at, own.column, 'not to be read')
          return this.note(line, name, null, [])
        }
        const value = drawn()
        const section = line.sections.get(name)
        if (way === 'section' && section && (isOnlySection || random.chance(0.7)))
          return this.note(line, name, section.text, [section.address])
        const before = line.above.get(plan)
        if (way === 'repeat' && before && random.chance(0.5))
          return this.note(line, name, before.text, [before.address])
        if (other && random.chance(0.5)) {
          const address = line.grid.put(line.row + other.row - 1, other.column, `Else ${value}`)
          return this.note(line, name, value, [address])
        }
        if (this.mayBeBlank(column) && way !== 'repeat' && way !== 'section' && random.chance(0.2)) {
          this.writeBlank(line.grid, at, own.column)
          return this.note(line, name, null, [])
        }
        const address = line.grid.put(at, own.column, written(value))
        if (way === 'repeat') line.above.set(plan, { text: value, address })
        this.note(line, name, value, [address])
      },
    }
    return plan
  }

  private typeWords(before: string): Record<string, string> {
    return Object.fromEntries(KIND_TABLES[this.kind].types.map((type, at) => [`${before} ${at}*`, type]))
  }

  private typePlan(part: PartDraw, { name }: KindColumn): ColumnPlan {
    const { random } = this
    const { types } = KIND_TABLES[this.kind]
    const way = random.pick(['plain', 'words', 'value', 'section'])
    if (way === 'value') {
      const value = random.pick(types)
      return {
        json: { value: value.toLowerCase() },
        places: [],
        fill: (line) => this.note(line, name, value, []),
      }
    }
    if (way === 'section') {
      part.sections.push({
        name,
        written: (value) => `KIND ${types.indexOf(value)} of all`,
        draw: () => random.pick(types),
      })
      return {
        json: null,
        places: [],
        fill: (line) => {
          const section = line.sections.get(name)
          this.note(line, name, section?.text ?? null, [section?.address ?? null])
        },
      }
    }
    const own = this.place(part, name)
    return {
      json: { ...own.json, ...(way === 'words' ? { words: this.typeWords('t') } : {}) },
      places: [own],
      fill: (line) => {
        const value = random.pick(types)
        const text = way === 'words' ? `T  ${types.indexOf(value)} x` : ` ${value.toLowerCase()}`
        this.note(line, name, value, [line.grid.put(line.row + own.row - 1, own.column, text)])
      },
    }
  }

  private datePlan(part: PartDraw, column: KindColumn): ColumnPlan {
    const { random } = this
    const { name } = column
    const own = this.place(part, name)
    const condition = this.condition(column)
    const other = random.chance(0.2) ? this.place(part, name) : null
    return {
      json: {
        ...own.json,
        ...(condition?.json ?? {}),
        ...this.blankJson,
        ...(other ? { orElse: other.json } : {}),
      },
      places: [own, ...(other ? [other] : [])],
      fill: (line) => {
        const at = line.row + own.row - 1
        if (condition && !condition.holds(line)) {
          line.grid.put(at, own.column, 'not a day')
          // What stands in for it has no condition.
          if (other) return this.fillDay(line, name, line.row + other.row - 1, other.column)
          return this.note(line, name, null, [])
        }
        if (other && random.chance(0.5))
          return this.fillDay(line, name, line.row + other.row - 1, other.column)
        if (!other && this.mayBeBlank(column) && random.chance(0.2)) {
          this.writeBlank(line.grid, at, own.column)
          return this.note(line, name, null, [])
        }
        this.fillDay(line, name, at, own.column)
      },
    }
  }

  private fillDay(line: Line, name: string, row: number, column: number): void {
    const day = this.day()
    const asCell = this.file.hasDates && this.random.chance(0.4)
    const asDigits =
      !asCell && !this.file.isText && this.notations.includes('yyyyMMdd') && this.random.chance(0.3)
    const text = this.random.chance(0.7) ? this.writtenDay(day) : `${day}T10:15:00Z`
    const written: Written = asCell ? { day } : asDigits ? { number: day.replaceAll('-', '') } : text
    this.note(line, name, day, [line.grid.put(row, column, written)])
  }

  private numberPlan(part: PartDraw, column: KindColumn): ColumnPlan {
    const { random } = this
    const { name } = column
    const always = this.isAlways(name)
    const isPercent = column.value === 'percent' && this.file.hasPercents && random.chance(0.4)
    if (!always && random.chance(0.1)) {
      const value = random.pick(['1', '-0.5', '12.25'])
      return { json: { value }, places: [], fill: (line) => this.note(line, name, plain(new Big(value)), []) }
    }
    const own = this.place(part, name)
    const condition = this.condition(column)
    const options = isPercent
      ? {}
      : {
          ...(random.chance(0.2) ? { scale: random.pick(['0.01', '1000', '-1']) } : {}),
          ...(random.chance(0.2) ? { negate: true } : {}),
          ...(random.chance(0.15) ? { invert: true } : {}),
        }
    const addends = Array.from({ length: isPercent || random.chance(0.7) ? 0 : random.whole(1, 2) }, () => {
      return { ...this.place(part, name), negates: random.chance(0.3), condition: this.addendCondition() }
    })
    const other = addends.length === 0 && random.chance(0.2) ? this.place(part, name) : null
    const last = other && random.chance(0.3) ? { orElse: { value: '7' } } : {}
    return {
      json: {
        ...own.json,
        ...options,
        ...(condition?.json ?? {}),
        ...this.blankJson,
        ...(addends.length > 0
          ? {
              plus: addends.map((addend) => ({
                ...addend.json,
                ...(addend.negates ? { negate: true } : {}),
                ...(addend.condition?.json ?? {}),
              })),
            }
          : {}),
        ...(other ? { orElse: { ...other.json, scale: '10', ...last } } : {}),
      },
      places: [own, ...addends, ...(other ? [other] : [])],
      fill: (line) => {
        const at = line.row + own.row - 1
        const standIn = () => {
          if (!other) return this.note(line, name, null, [])
          const isBlank = last.orElse !== undefined && random.chance(0.5)
          if (isBlank) return this.note(line, name, '7', [])
          const number = this.number()
          const address = line.grid.put(line.row + other.row - 1, other.column, this.writtenNumber(number))
          this.note(line, name, plain(new Big(number).times(10)), [address])
        }
        if (condition && !condition.holds(line)) {
          line.grid.put(at, own.column, 'not a number')
          return standIn()
        }
        const isBlank =
          !always && (other !== null || addends.length > 0 || this.mayBeBlank(column)) && random.chance(0.3)
        if (isBlank && addends.length === 0) {
          this.writeBlank(line.grid, at, own.column)
          return standIn()
        }
        const cells: string[] = []
        let sum = new Big(0)
        if (!isBlank) {
          const { number, value } = this.forward(options)
          const written = isPercent
            ? { number: new Big(number).div(100).toFixed(), percent: true as const }
            : this.writtenNumber(number)
          cells.push(line.grid.put(at, own.column, written))
          sum = sum.plus(value)
        }
        for (const [place, addend] of addends.entries()) {
          const counts = addend.condition === null || addend.condition.holds(line)
          // A blank one must be filled by another, in lines that may not be blank.
          const isNeeded = isBlank && place === 0
          if (!counts) {
            line.grid.put(line.row + addend.row - 1, addend.column, 'not to be added')
            continue
          }
          if (!isNeeded && random.chance(0.3)) continue
          const number = this.number()
          cells.push(line.grid.put(line.row + addend.row - 1, addend.column, this.writtenNumber(number)))
          sum = addend.negates ? sum.minus(number) : sum.plus(number)
        }
        if (cells.length === 0) {
          // Its only addend does not count in this line.
          const { number, value } = this.forward(options)
          cells.push(line.grid.put(at, own.column, this.writtenNumber(number)))
          sum = new Big(value)
        }
        this.note(line, name, plain(sum), cells)
      },
    }
  }

  private addendCondition(): { json: object; holds(line: Line): boolean } | null {
    const looked = LOOKED_AT[this.kind]
    if (this.shape === 'classes' || looked === undefined || !this.random.chance(0.3)) return null
    const all: readonly string[] = looked === 'Type' ? KIND_TABLES[this.kind].types : CURRENCIES
    const some = this.random.some([...all], 2)
    return { json: { when: { [looked]: some } }, holds: ({ values }) => some.includes(values[looked] ?? '') }
  }

  /** A number of the file, and what its column's options make of it. */
  private forward(options: { scale?: string; negate?: boolean; invert?: boolean }): {
    number: string
    value: string
  } {
    const number = options.invert ? this.random.pick(Object.keys(INVERSES)) : this.number()
    let value = new Big(options.invert ? (INVERSES[number] ?? '') : number)
    if (options.scale !== undefined) value = value.times(options.scale)
    if (options.negate) value = value.times(-1)
    return { number, value: plain(value) }
  }

  /** A signed amount is the debtor or the creditor; what the side says comes first. */
  private signedPlan(part: PartDraw): ColumnPlan {
    const own = this.place(part, 'Balance')
    const negatives = { D: this.random.chance(0.5), C: this.random.chance(0.5) }
    return {
      json: own.json,
      places: [own],
      fill: (line) => {
        const side = part.plans.has('Side') ? this.random.pick(['D', 'C', null] as const) : null
        const size = new Big(this.number()).abs()
        const isNegative = side === null ? this.random.chance(0.5) : negatives[side]
        const number = plain(isNegative ? size.times(-1) : size)
        const address = line.grid.put(line.row + own.row - 1, own.column, this.writtenNumber(number))
        const isCreditor = side === null ? number.startsWith('-') : side === 'C'
        this.note(line, 'Balance debtor', isCreditor ? null : plain(size), isCreditor ? [] : [address])
        this.note(line, 'Balance creditor', isCreditor ? plain(size) : null, isCreditor ? [address] : [])
        const sides = part.plans.get('Side')?.places[0]
        if (sides && side !== null)
          line.grid.put(line.row + sides.row - 1, sides.column, side === 'D' ? 'Soll' : 'haben')
      },
    }
  }

  private sidePlan(part: PartDraw): ColumnPlan {
    const own = this.place(part, 'Side')
    return { json: { ...own.json, words: { 'SOLL*': 'D', 'H*': 'C' } }, places: [own], fill: () => {} }
  }

  private note(line: Line, name: string, text: string | null, cells: readonly (string | null)[]): void {
    line.values[name] = text
    const from = cells.flatMap((cell) => cell ?? [])
    if (text !== null && from.length > 0) line.cells[name] = from.join(' + ')
  }

  // Sheets

  private sheets(): Grid[] {
    const { random, file } = this
    if (file.isText) {
      const grid = new Grid(this.fileName.replace(/\.[^.]*$/, ''), file.statesSeparator ? 1 : 0)
      this.fillSheet(grid, this.parts[0] as PartDraw, this.funds)
      return [grid]
    }
    const planned = this.parts.flatMap((part, at) => {
      const each = this.isOneEachSheet
        ? this.funds.map((fund) => [fund])
        : Array.from({ length: random.whole(1, 2) }, () => this.funds)
      return each.map((funds, number) => ({
        part,
        at,
        funds,
        name: `${funds[0]?.written}_${part.prefix} ${number}`,
      }))
    })
    // The order of sheets is that of the workbook, within each part.
    const ordered = random.shuffled(planned)
    const grids = new Map<string, Grid>()
    for (const { name } of ordered) grids.set(name, new Grid(name, 0))
    for (const [at] of this.parts.entries())
      for (const sheet of ordered)
        if (sheet.at === at) this.fillSheet(grids.get(sheet.name) as Grid, sheet.part, sheet.funds)
    const all = [...grids.values()]
    const [part] = this.parts
    if (part && this.parts.every(({ headerRows }) => headerRows > 0) && random.chance(0.3)) {
      const notes = new Grid(`Notes_${part.prefix}`, 0)
      notes.put(1, 1, 'Prepared by Anna')
      all.push(notes)
    }
    return all
  }

  private fillSheet(grid: Grid, part: PartDraw, funds: readonly Fund[]): void {
    const { random } = this
    const [first] = funds as [Fund]
    const outside = this.writeHead(grid, first)
    let row = this.writeHeader(grid, part)
    const above = new Map<ColumnPlan, { text: string; address: string }>()
    const sections = new Map<string, { text: string; address: string }>()
    const factCells = new Map<FactName, string | null>(outside)
    let fund: Fund | null = null
    const count = random.whole(1, 8)
    for (let number = 0; number < count; number += 1) {
      // A row right below a header of several rows could be taken for one of them.
      if (number > 0) row = this.writeBetween(grid, row, part)
      const inSection = () => (number > 0 ? random.whole(1, 4) : 1)
      const isNew: boolean = fund === null || random.chance(0.4)
      const own: Fund = isNew ? random.pick(funds) : (fund as Fund)
      const isOther = own !== fund
      fund = own
      for (const fact of this.facts)
        if (fact.by === 'section' && isOther) {
          factCells.set(fact.name, grid.put(row, inSection(), `PORTFOLIO:  ${fact.written(own)}`))
          row += 1
        }
      for (const { name, written, draw } of part.sections)
        if (!sections.has(name) || random.chance(0.2)) {
          const text = draw()
          sections.set(name, { text, address: grid.put(row, inSection(), written(text)) })
          row += 1
        }
      const isLeftOut = part.only !== null && number > 0 && random.chance(0.25)
      for (const fact of this.facts)
        if (fact.by === 'column' && !(fact.repeats && !isOther && number > 0 && random.chance(0.6)))
          factCells.set(fact.name, grid.put(row, fact.column, fact.written(own)))
      if (part.only) grid.put(row, part.only.column, isLeftOut ? part.only.no : part.only.yes)
      const line: Line = {
        row,
        values: Object.fromEntries(this.ours().map((name) => [name, null])),
        cells: {},
        grid,
        fund: own,
        sections: new Map(sections),
        factCells: new Map(factCells),
        above,
      }
      for (const plan of part.plans.values()) plan.fill(line)
      if (isLeftOut) this.skipped += 1
      else this.expect(line)
      row += part.rowsEach
    }
    this.writeEnd(grid, row, part)
  }

  private ours(): string[] {
    return columnsOf(this.kind, this.shape)
      .map(({ name }) => name)
      .filter((name) => this.kind !== 'BALANCE' || (name !== 'Balance' && name !== 'Side'))
  }

  /** @returns the row where lines begin */
  private writeHeader(grid: Grid, part: PartDraw): number {
    const { random } = this
    if (part.headerRows === 0) return 1
    const from = random.whole(15, LAST_HEADER)
    const last = from + part.headerRows - 1
    for (const [at, column] of part.groups.entries())
      if (column > 0) grid.put(from + at, column, `Group  ${at}`)
    for (const plan of part.plans.values())
      for (const { column, row } of plan.places)
        grid.put(part.rowsEach > 1 ? from + row - 1 : last, column, ` H${column}q`)
    const factRow = part.rowsEach > 1 ? from : last
    for (const fact of this.facts)
      if (fact.by === 'column') grid.put(factRow, fact.column, `F${fact.column}q`)
    return last + 1
  }

  /** Rows between lines that are none: blank ones, totals, notes in columns that nothing reads. */
  private writeBetween(grid: Grid, row: number, part: PartDraw): number {
    const { random } = this
    let next = row
    if (!part.endsAtBlank && random.chance(0.1)) next += 1
    if (random.chance(0.15)) {
      grid.put(next, 1, 'SUM of a group')
      grid.put(next, 3, { number: '1' })
      this.skipped += 1
      next += 1
    }
    if (random.chance(0.1)) {
      grid.put(next, NOTES, 'A note')
      grid.put(next, NOTES + 1, 'of two cells')
      this.skipped += 1
      next += 1
    }
    return next
  }

  private writeEnd(grid: Grid, row: number, part: PartDraw): void {
    const isMarked = this.random.chance(0.5)
    if (isMarked) grid.put(row, 1, 'End .')
    else if (!part.endsAtBlank) return
    for (const { column } of [...part.plans.values()].flatMap(({ places }) => places))
      grid.put(row + 1, column, 'what follows is not read')
  }

  // What must be read

  private expect(line: Line): void {
    const fund = this.fundOf(line)
    const { row, values, cells } = line
    const codes = { values: this.withOurCodes(values), cells }
    const at = row + line.grid.shift
    if (this.shape === 'rows') fund.lines.push({ row: at, ...codes })
    else fund.lines.push(...classLines({ row: at, ...codes }))
  }

  private fundOf({ fund, factCells }: Line): ExpectedFund {
    const key = this.isOfFunds ? fund.ours : ''
    const known = this.expected.get(key)
    if (known) return known
    const facts = Object.fromEntries(
      this.facts.map(({ name, value }) => [name, { value: value(fund), cell: factCells.get(name) ?? null }]),
    )
    const fresh: ExpectedFund = { facts, lines: [] }
    this.expected.set(key, fresh)
    return fresh
  }

  private withOurCodes(values: Record<string, string | null>): Record<string, string | null> {
    const named = (code: string | null | undefined) => (code === 'K1' ? 'CLASS-1' : (code ?? null))
    if (this.shape === 'classes' || this.kind !== 'NAV')
      return 'Class code' in values ? { ...values, 'Class code': named(values['Class code']) } : values
    const isOfFund = (FUND_TYPES as readonly string[]).includes(values.Type ?? '')
    const isOfClass = (CLASS_TYPES as readonly string[]).includes(values.Type ?? '')
    if (isOfFund && values.Code === '4711') return { ...values, Code: 'ARV01' }
    return isOfClass ? { ...values, Code: named(values.Code) } : values
  }

  // Values

  private word(): string {
    const { random, file, kind } = this
    if (kind === 'NAV' && random.chance(0.5)) return random.pick(['4711', 'K1', 'K2'])
    // Where a file does not say its separator, another one in every row could be taken for it.
    const mark = file.isText && !file.statesSeparator ? '' : ';'
    const start = random.pick(
      file.isAscii ? ['Elan', 'XS00', 'Bond; a'] : ['Élan', 'XS00', `Bond${mark} "a"`],
    )
    return `${start}${random.whole(1, 9_999)}`
  }

  private day(): string {
    const { random } = this
    return new Date(Date.UTC(2026, random.whole(0, 11), random.whole(1, 28))).toISOString().slice(0, 10)
  }

  /** A day in one of the notations of the format, or in a form that is always read. */
  private writtenDay(day: string): string {
    const [year = '', month = '', date = ''] = day.split('-')
    const isMonthFirst = this.notations.includes('MM/dd/yyyy')
    const named = MONTHS[Number(month) - 1] ?? ''
    const forms: Record<string, string> = {
      'dd-MMM-yyyy': `${date}-${this.file.isAscii ? named.normalize('NFD').replace(/\p{M}/gu, '') : named}-${year}`,
      yyyyMMdd: `${year}${month}${date}`,
      'MM/dd/yyyy': `${month}/${date}/${year}`,
      'd.M.yy': `${Number(date)}.${Number(month)}.${year.slice(2)}`,
      usual: isMonthFirst ? day : `${date}/${month}/${year}`,
    }
    return forms[this.random.pick([...this.notations, 'usual'])] ?? day
  }

  private number(): string {
    const { random } = this
    if (random.chance(0.1)) return '0'
    return plain(new Big(random.whole(-9_999_999, 9_999_999)).div(random.pick([1, 4, 100])))
  }

  private writtenNumber(number: string): Written {
    if (!this.file.isText && this.random.chance(0.5)) return { number }
    const [whole = '', decimals = ''] = new Big(number).abs().toFixed().split('.')
    const group = this.random.pick([
      '',
      this.mark === '.' ? ',' : '.',
      ' ',
      this.file.isAscii ? '' : '\u00a0',
    ])
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
    // Never three decimals, which could be a group.
    const digits = decimals.length === 1 || decimals.length === 3 ? `${decimals}0` : decimals.padEnd(2, '0')
    const text = `${grouped}${this.mark}${digits}`
    if (!number.startsWith('-')) return text
    return this.random.pick([`-${text}`, `(${text})`, `${text}-`])
  }
}
