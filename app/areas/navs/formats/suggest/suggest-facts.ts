import type { Fact } from '~/platform/formats/format'
import { type FactName, KIND_TABLES, type Kind } from '~/platform/formats/kinds'
import { cellText, isDateCell, type SheetCells } from '~/platform/formats/sheet-cells'
import { type Cell, columnLetters } from '~/platform/workbooks/workbook'
import { isCurrency, isDay, isDayText, patternOfText, rankOf } from './column-content'
import type { FoundColumns } from './find-columns'
import { placeOfColumn } from './suggest-part'
import { FACT_LABELS } from './usual-labels'

/** Where a fact stands, and how its day is written if no usual form reads it. */
interface FoundFact {
  fact: Fact
  /** The text of a day. */
  day?: string | undefined
}

interface SuggestedFacts {
  facts: Partial<Record<FactName, Fact>>
  /** The texts of days. */
  days: string[]
}

/** So many cells outside the table are compared with labels. */
const MAX_CELLS = 2_000
/** So many rows below a header may be blank in a column. */
const MAX_BLANK_ROWS = 50

/** Cells above and below the lines of a table, with what stands beside them. */
interface Beside {
  cell: Cell
  row: number
  text: string
  right: Cell | undefined
}

/** Where the facts of a table stand: beside a label, in a column, alone in a cell; otherwise they are those of the NAV. */
export function suggestFacts(
  kind: Kind,
  found: FoundColumns | null,
  lastRow: number,
  cells: SheetCells,
): SuggestedFacts {
  const { needed, others } = KIND_TABLES[kind].facts
  const outside = cellsOutside(found, lastRow, cells)
  const days: string[] = []
  const facts: Partial<Record<FactName, Fact>> = {}
  for (const name of [...needed, ...others]) {
    const suggested =
      byLabel(name, outside, cells) ?? byColumn(name, found, cells) ?? alone(name, outside, cells)
    if (suggested) facts[name] = suggested.fact
    else if (needed.includes(name)) facts[name] = { nav: true }
    if (suggested?.day !== undefined) days.push(suggested.day)
  }
  return { facts, days }
}

function cellsOutside(found: FoundColumns | null, lastRow: number, cells: SheetCells): Beside[] {
  const beside: Beside[] = []
  for (let row = 1; row <= cells.last; row += 1) {
    if (found && row >= found.first && row <= lastRow) continue
    const filled = cells.row(row)
    for (const [at, cell] of filled.entries()) {
      if (beside.length === MAX_CELLS) return beside
      beside.push({ cell, row, text: cellText(cell, cells.sheet), right: filled[at + 1] })
    }
  }
  return beside
}

const isDate = (name: FactName) => name === 'NAV date' || name === 'Date'
const labelsOf = (name: FactName) => FACT_LABELS[isDate(name) ? 'NAV date' : name] ?? []

/** Whether a cell can be the value of a fact. */
function canBe(name: FactName, cell: Cell, cells: SheetCells): boolean {
  const text = cellText(cell, cells.sheet).trim()
  if (isDate(name)) return isDay(cell, cells)
  if (name === 'Fund currency') return isCurrency(text)
  return text !== '' && text.length <= 100 && !isDay(cell, cells)
}

const dayText = (name: FactName, cell: Cell, cells: SheetCells) =>
  isDate(name) && !isDateCell(cell) ? cellText(cell, cells.sheet) : undefined

function byLabel(name: FactName, outside: readonly Beside[], cells: SheetCells): FoundFact | null {
  const labels = labelsOf(name)
  let best: (FoundFact & { rank: number }) | null = null
  const offer = (rank: number, found: FoundFact) => {
    if (rank >= 0 && (best === null || rank < best.rank)) best = { ...found, rank }
  }
  for (const { text, right } of outside) {
    const label = text.replace(/\s*:\s*$/, '')
    if (right && canBe(name, right, cells))
      offer(rankOf(label, labels), {
        fact: { label: [patternOfText(label)] },
        day: dayText(name, right, cells),
      })
    const inCell = isDate(name) ? dayAfterLabel(text) : textAfterColon(text)
    if (inCell && (name !== 'Fund currency' || isCurrency(inCell.value)))
      offer(rankOf(inCell.label, labels), {
        fact: { label: [`${patternOfText(inCell.label)}*`], place: 'same' },
        day: isDate(name) ? inCell.value : undefined,
      })
  }
  return best
}

/** A label and its value in one cell: "Port Currency : USD". */
function textAfterColon(text: string): { label: string; value: string } | null {
  const [, label = '', value = ''] = /^([^:]{1,60}?)\s*:\s*(\S.{0,60})$/.exec(text) ?? []
  return value === '' ? null : { label, value }
}

/** The same with a day, before which a blank may be enough: "Holdings as of 30 October 2026". */
function dayAfterLabel(text: string): { label: string; value: string } | null {
  if (text.length > 120) return null
  for (const { index, 0: between } of text.matchAll(/\s*:\s*|\s+/g)) {
    const value = text.slice(index + between.length)
    if (index > 0 && isDayText(value)) return { label: text.slice(0, index), value }
  }
  return null
}

/** A fund code, a day or a currency in each line. */
function byColumn(name: FactName, found: FoundColumns | null, cells: SheetCells): FoundFact | null {
  if (!found || name === 'Fund name') return null
  const used = new Set(found.columns.values())
  const labels = labelsOf(name)
  let best: { column: number; rank: number } | null = null
  for (const { column, folded } of found.headings) {
    // The currency of a fund may be that of its class; any other column of a table is its own.
    if (used.has(column) && !(found.shape === 'classes' && name === 'Fund currency')) continue
    const cell = firstIn(column, found, cells)
    const rank = rankOf(folded.text, labels)
    if (!cell || rank < 0 || !canBe(name, cell, cells)) continue
    if (best === null || rank < best.rank) best = { column, rank }
  }
  if (best === null) return null
  const cell = firstIn(best.column, found, cells)
  return { fact: placeOfColumn(found, best.column), day: cell && dayText(name, cell, cells) }
}

/** The first filled cell of a column below the header. */
function firstIn(column: number, { last }: FoundColumns, cells: SheetCells): Cell | undefined {
  for (let row = last + 1; row <= Math.min(cells.last, last + MAX_BLANK_ROWS); row += 1) {
    const cell = cells.at(row, column)
    if (cell) return cell
  }
  return undefined
}

/** The only day above a table, in a cell without a label. */
function alone(name: FactName, outside: readonly Beside[], cells: SheetCells): FoundFact | null {
  if (!isDate(name)) return null
  const found = outside.filter(
    ({ cell, row }) => isDay(cell, cells) && cells.row(row)[0]?.column === cell.column,
  )
  const [only, another] = found
  if (!only || another) return null
  return {
    fact: { cell: `${columnLetters(only.cell.column)}${only.row}`, sheet: patternOfText(cells.sheet.name) },
    day: dayText(name, only.cell, cells),
  }
}
