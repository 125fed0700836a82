import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { type Mark, readNumeral } from '~/platform/values/numerals'
import { unsound } from '~/platform/workbooks/cells'
import { dayOfCell } from '~/platform/workbooks/table-rows'
import { type Cell, dayOfIso, type Sheet } from '~/platform/workbooks/workbook'
import type { DayReader } from './dates'
import { DECIMAL_TEXT } from './decimal-text'
import type { Found } from './fact-values'
import type { PlacedPart } from './find-part'
import type { Addend, Column } from './format'
import type { FactName, KindColumn } from './kinds'
import { type AnyOf, anyOf, compilePattern, compileWords, fold, type Pattern, type Words } from './pattern'
import { addressOf, cellText } from './sheet-cells'

/** A line of a table: the rows of a sheet that it consists of, and further facts about it. */
export interface Line {
  place: PlacedPart
  row: number
  /** The values that section rows above give to columns. */
  sections: ReadonlyMap<string, Found>
  facts(name: FactName): Found | null
  /** The cells of the nearest lines above, of columns that repeat them. */
  repeated: ReadonlyMap<object, { row: number; cell: Cell }>
}

/** A value as it came out, with the cells that it comes from. */
export interface Outcome {
  /** Null if blank, or if it has a fault. */
  text: string | null
  cells: readonly string[]
  /** What is wrong, and where. */
  fault: { what: string; cell: string | null } | null
  /** It is the fact of this name. */
  fact: FactName | null
}

const BLANK: Outcome = { text: null, cells: [], fault: null, fact: null }

/** How numbers and days in text are written. */
export interface Notations {
  mark: Mark | null
  /** The format states the mark: a number with the other one is none. */
  isStated: boolean
  days: DayReader
  /** The word for a type as the table spells it; null if there is none. */
  typeNamed(written: string): string | null
  /** "type of instrument (Equity, Bond …)" */
  typeWords: string
}

/** A text number that a line reads, for the decimal mark of its sheet. */
type OnNumeral = (sheet: Sheet, address: string, text: string) => void

interface Prepared {
  column: Column
  pattern: Pattern | null
  words: Words | null
  blank: AnyOf
  orElse: Prepared | null
  plus: readonly { addend: Addend; blank: AnyOf }[]
}

/** A column with its patterns compiled once. */
function prepare(column: Column): Prepared {
  return {
    column,
    pattern: column.text === undefined ? null : compilePattern(column.text),
    words: column.words === undefined ? null : compileWords(column.words),
    blank: anyOf(column.blank ?? []),
    orElse: column.orElse ? prepare(column.orElse) : null,
    plus: (column.plus ?? []).map((addend) => ({ addend, blank: anyOf(addend.blank ?? []) })),
  }
}

/** The columns of a part, ready to read lines. */
export interface LineReader {
  /** Columns whose blank cells repeat the cell of the line above. */
  repeating: readonly Column[]
  /** The cell that a place of a line names; undefined if it is blank. */
  cellOf(line: Line, place: Addend): Cell | undefined
  read(line: Line, notations: Notations, onNumeral?: OnNumeral): Map<string, Outcome>
}

export function lineReader(
  columns: Readonly<Record<string, Column>>,
  known: readonly KindColumn[],
): LineReader {
  const prepared = new Map(Object.entries(columns).map(([name, column]) => [name, prepare(column)]))
  return {
    repeating: [...prepared.values()].flatMap(repeatingIn),
    cellOf,
    read(line, notations, onNumeral) {
      const reading = new LineReading(line, prepared, known, notations, onNumeral)
      return new Map(known.map(({ name }) => [name, reading.outcome(name)]))
    },
  }
}

function repeatingIn({ column, orElse }: Prepared): Column[] {
  return [...(column.repeat ? [column] : []), ...(orElse ? repeatingIn(orElse) : [])]
}

function cellOf({ place, row }: Pick<Line, 'place' | 'row'>, of: Addend): Cell | undefined {
  const column = place.columnOf(of)
  return column === null ? undefined : place.cells.at(row + (of.row ?? 1) - 1, column)
}

/** The raw text of a column, before it is read as a number or a day. */
interface Raw {
  text: string
  /** The cell, while its text was not changed. */
  cell: Cell | null
  cells: readonly string[]
  /** Written with a point, whatever the mark of the sheet is. */
  isPlain: boolean
  /** Why it has no usable value, of a fact that comes from such a cell. */
  unsound?: string | null | undefined
  fact: FactName | null
}

class LineReading {
  private readonly done = new Map<string, Outcome>()
  private readonly sheet: Sheet

  constructor(
    private readonly line: Line,
    private readonly columns: ReadonlyMap<string, Prepared>,
    private readonly known: readonly KindColumn[],
    private readonly notations: Notations,
    private readonly onNumeral: OnNumeral | undefined,
  ) {
    this.sheet = line.place.cells.sheet
  }

  /** What came out for a column in the end. */
  outcome(name: string): Outcome {
    const done = this.done.get(name)
    if (done) return done
    const kind = this.known.find((each) => each.name === name)
    const outcome = kind ? this.evaluate(kind) : BLANK
    this.done.set(name, outcome)
    return outcome
  }

  private evaluate(kind: KindColumn): Outcome {
    const prepared = this.columns.get(kind.name)
    const given = prepared ? this.given(prepared, kind) : null
    if (given) return given
    const section = this.line.sections.get(kind.name)
    if (section)
      return this.typed({ ...section, cell: null, isPlain: !section.isWritten, fact: null }, kind, {})
    return prepared && this.holds(prepared.column.when) ? this.withAddends(BLANK, prepared, kind) : BLANK
  }

  /** What a column gives, or what stands in for it: that is final, with its own options. Null where both are blank. */
  private given(prepared: Prepared, kind: KindColumn): Outcome | null {
    const own = this.ownValue(prepared, kind)
    const { orElse } = prepared
    if (own || !orElse) return own
    const other = this.given(orElse, kind)
    if (other) return other
    const sum = this.holds(orElse.column.when) ? this.withAddends(BLANK, orElse, kind) : BLANK
    return sum.text === null && !sum.fault ? null : sum
  }

  /**
   * The value of the column itself, with what is added to it; null where it is blank. One that a word makes blank is final:
   * words come after what stands in for a blank.
   */
  private ownValue(prepared: Prepared, kind: KindColumn): Outcome | null {
    if (!this.holds(prepared.column.when)) return null
    const raw = this.raw(prepared)
    if (!raw) return null
    const outcome = this.typed(raw, kind, prepared.column)
    return outcome.fault ? outcome : this.withAddends(outcome, prepared, kind)
  }

  private holds(when: Column['when']): boolean {
    if (when === undefined) return true
    return Object.entries(when).every(([name, values]) => {
      const text = this.outcome(name).text?.toLowerCase()
      return text !== undefined && values.some((value) => value.trim().toLowerCase() === text)
    })
  }

  private raw({ column, pattern, words, blank }: Prepared): Raw | null {
    const source = this.source(column)
    if (!source || source.cell?.kind === 'unresolved') return source
    if (blank.matches(source.text)) return null
    let raw = source
    // An error value is reported, even where a pattern would match its name.
    if (pattern && source.cell?.kind !== 'error') {
      const wanted = pattern.match(fold(source.text))
      if (wanted === null || wanted.trim() === '' || blank.matches(wanted)) return null
      raw = { ...source, text: wanted, cell: null, isPlain: source.isPlain || source.cell?.kind === 'number' }
    }
    const word = words?.of(raw.text)
    if (word === null || word === undefined) return raw
    return { ...raw, text: word, cell: null, isPlain: true, unsound: null }
  }

  private source(column: Column): Raw | null {
    if (column.value !== undefined)
      return column.value.trim() === ''
        ? null
        : { text: column.value, cell: null, cells: [], isPlain: true, fact: null }
    if (column.fact !== undefined) {
      const found = this.line.facts(column.fact)
      return found && { ...found, cell: null, isPlain: true, fact: column.fact }
    }
    const own = cellOf(this.line, column)
    const at = own
      ? { row: this.line.row + (column.row ?? 1) - 1, cell: own }
      : column.repeat
        ? this.line.repeated.get(column)
        : undefined
    if (!at) return null
    return {
      text: cellText(at.cell, this.sheet),
      cell: at.cell,
      cells: [addressOf(this.sheet, at.row, at.cell.column)],
      isPlain: false,
      fact: null,
    }
  }

  /** A raw value as its column needs it, with what the column does to numbers. */
  private typed(raw: Raw, kind: KindColumn, column: Column): Outcome {
    const unreadable = raw.unsound ?? (raw.cell && unsound(raw.cell))
    if (unreadable) return this.refused(unreadable, raw)
    const text = raw.text.trim()
    if (text === '') return BLANK
    const is = (value: string): Outcome => ({ text: value, cells: raw.cells, fault: null, fact: raw.fact })
    switch (kind.value) {
      case 'text':
        return is(text)
      case 'type': {
        const type = this.notations.typeNamed(text)
        return type === null ? this.refused(`"${text}" is not a ${this.notations.typeWords}`, raw) : is(type)
      }
      case 'date': {
        const day = this.day(raw, text)
        return day === null ? this.refused(`"${text}" is not a date`, raw) : is(day)
      }
      case 'number':
      case 'percent': {
        const number = this.number(raw, text, kind)
        if (number === null) return this.refused(`"${text}" is not a number`, raw)
        const changed = changedBy(number, column)
        return changed === null ? this.refused(`"${text}" is zero and cannot be inverted`, raw) : is(changed)
      }
    }
  }

  private day({ cell, fact }: Raw, text: string): string | null {
    const { days } = this.notations
    if (fact === 'NAV date' || fact === 'Date') return dayOfIso(text)
    if (!cell) return days.ofText(text) ?? days.ofNumber(text)
    if (cell.kind === 'text') return days.ofText(text)
    if (cell.kind === 'number' && cell.format !== 'date') return days.ofNumber(text)
    return dayOfCell(cell, this.sheet.date1904)
  }

  private number({ cell, isPlain, cells }: Raw, text: string, kind: KindColumn): Decimal | null {
    if (cell?.kind === 'number') {
      if (cell.format === 'date') return null
      // The text of a number cell is its plain digits already.
      return kind.value === 'percent' && cell.format === 'percent' ? plain(new Big(text).times(100)) : text
    }
    if (isPlain) return DECIMAL_TEXT.test(text) ? plain(new Big(withoutEdges(text))) : null
    if (cell && cell.kind !== 'text') return null
    const numeral = readNumeral(text)
    if (!numeral) return null
    this.onNumeral?.(this.sheet, cells[0] ?? '', text)
    const { mark, isStated } = this.notations
    const own = mark === ',' ? numeral.comma : numeral.point
    // Numbers that disagree with the mark of their sheet are refused together.
    return isStated ? own : (own ?? numeral.point ?? numeral.comma)
  }

  private withAddends(own: Outcome, { column, plus }: Prepared, kind: KindColumn): Outcome {
    if (plus.length === 0) return own
    let sum = new Big(own.text ?? 0)
    let isFilled = own.text !== null
    const cells = [...own.cells]
    for (const { addend, blank } of plus) {
      if (!this.holds(addend.when)) continue
      const cell = cellOf(this.line, addend)
      if (!cell || blank.matches(cellText(cell, this.sheet))) continue
      const address = addressOf(this.sheet, this.line.row + (addend.row ?? 1) - 1, cell.column)
      const raw = { text: cellText(cell, this.sheet), cell, cells: [address], isPlain: false, fact: null }
      const added = this.typed(raw, kind, { negate: addend.negate })
      if (added.fault) return added
      if (added.text === null) continue
      sum = sum.plus(added.text)
      isFilled = true
      cells.push(address)
    }
    if (!isFilled) return own
    return { text: plain(sum), cells, fault: null, fact: column.fact ?? null }
  }

  private refused(what: string, { cells }: Raw): Outcome {
    return { text: null, cells, fault: { what, cell: cells[0] ?? null }, fact: null }
  }
}

/** "5." and ".5" as decimals. */
const withoutEdges = (text: string) => text.replace(/^(-?)\./, '$10.').replace(/\.$/, '')

const INVERTED_DIGITS = 15
const DOWN = 0
const HALF_UP = 1

/** A number inverted, scaled and negated, in this order; null if it is zero and to be inverted. */
function changedBy(value: Decimal, { invert, scale, negate }: Column): Decimal | null {
  if (!invert && scale === undefined && !negate) return value
  let number = new Big(value)
  if (invert) {
    if (number.eq(0)) return null
    number = inverse(number)
  }
  if (scale !== undefined) number = number.times(withoutEdges(scale))
  if (negate) number = number.times(-1)
  return number.eq(0) ? '0' : plain(number)
}

/** 1 / number to 15 significant digits, half up. */
function inverse(number: Big): Big {
  // Enough decimals for the digits of the quotient, however large the number is.
  const exact = Big()
  exact.DP = INVERTED_DIGITS + Math.max(0, number.e) + 5
  // Rounded once: the digits beyond are cut off.
  exact.RM = DOWN
  return new Big(new exact(1).div(number.toFixed()).toFixed()).prec(INVERTED_DIGITS, HALF_UP)
}
