import type { Column, Section } from '~/platform/formats/format'
import { typeNamed } from '~/platform/formats/format'
import { columnsOf } from '~/platform/formats/kinds'
import { compileWords, foldedWord } from '~/platform/formats/pattern'
import { cellText, type SheetCells } from '~/platform/formats/sheet-cells'
import { columnLetters } from '~/platform/workbooks/workbook'
import { type ColumnContent, numberOf, patternOfText, rankOf } from './column-content'
import type { DraftPart } from './draft'
import type { FoundColumns } from './find-columns'
import { NAV_LABELS, TOTAL_WORDS, TYPE_WORDS } from './usual-labels'

const typeWords = compileWords(TYPE_WORDS)

const FUND_FIGURES = Object.values(NAV_LABELS).flat()

/** The type of instrument that a word most likely means; null for an unknown one. */
const typeOfWord = (text: string): string | null => typeNamed('INVENTORY', text) ?? typeWords.of(text)

/** The columns whose figures say that a row is a line; of a kind the first that is there. */
const MAIN: readonly string[] = [
  'Market value',
  'Balance',
  'Balance debtor',
  'Balance creditor',
  'Value',
  'NAV PER SHARE',
  'CLASS TNA',
  'SHARES',
]

/** The part of a format that reads a table, and the last row of the table. */
export function partOf(found: FoundColumns, cells: SheetCells): { part: DraftPart; lastRow: number } {
  const { kind, shape, first, last } = found
  const rows = rowsOfTable(found, cells)
  const columns = columnsFor(found)
  const headerRows = last - first + 1
  return {
    part: {
      ...(shape === 'rows' ? {} : { shape }),
      ...(headerRows === 1 ? {} : { headerRows }),
      columns,
      ...(kind === 'INVENTORY' && rows.sections.length > 0 && columns.Type === undefined
        ? { sections: rows.sections }
        : {}),
      ...(rows.skip.length > 0 ? { skip: rows.skip } : {}),
      ...(rows.end === null ? {} : { end: [rows.end] }),
      ...(rows.endsAtBlank ? { endAtBlank: true } : {}),
    },
    lastRow: rows.last,
  }
}

/** Where a column of the sheet stands: by its heading, or by its letters where another column has the same or it has none. */
export function placeOfColumn(
  { headings }: Pick<FoundColumns, 'headings'>,
  column: number,
): Pick<Column, 'headings' | 'at'> {
  const own = headings.find((one) => one.column === column)
  const pattern = own === undefined ? '' : patternOfText(own.folded.text)
  const isClear =
    pattern.replace(/[*?\s]/g, '') !== '' &&
    headings.find(({ folded: { text } }) => rankOf(text, [pattern]) === 0)?.column === column
  return isClear ? { headings: [pattern] } : { at: columnLetters(column) }
}

function columnsFor(found: FoundColumns): Record<string, Column> {
  const { kind, shape, columns: at, content } = found
  const chosen = chosenOf(found)
  const columns: Record<string, Column> = {}
  for (const { name, value } of columnsOf(kind, shape)) {
    const column = chosen.get(name)
    if (column === undefined) continue
    const own = content.get(column)
    const isRead = value === 'number' || value === 'percent' || value === 'date'
    const blank = isRead || name === 'ISIN' ? (own?.blanks ?? []) : []
    columns[name] = {
      ...placeOfColumn(found, column),
      ...(blank.length > 0 ? { blank: blank.map(patternOfText) } : {}),
      ...(kind === 'INVENTORY' && name === 'Type' ? wordsOfTypes(own) : {}),
    }
  }
  if (kind === 'BALANCE') splitAccounts(columns, at, content)
  if (kind === 'INVENTORY') addCodes(columns, at, content)
  addFacts(columns, found)
  return columns
}

/** Debits and credits, or the balance with its sign: beside an opening balance the first are movements. */
function chosenOf({ kind, columns, headings }: FoundColumns): ReadonlyMap<string, number> {
  if (kind !== 'BALANCE') return columns
  const hasSides = columns.has('Balance debtor') && columns.has('Balance creditor')
  const hasOpening = headings.some(({ folded: { text } }) => rankOf(text, OPENING) >= 0)
  const isSigned = columns.has('Balance') && (!hasSides || hasOpening)
  const left = isSigned ? ['Balance debtor', 'Balance creditor'] : ['Balance', 'Side']
  return new Map([...columns].filter(([name]) => !left.includes(name)))
}

const OPENING = ['Opening*', 'Solde initial*', "Solde d'ouverture*", 'Anfangs*', 'Eröffnung*', 'Saldo ini*']

/** Words for the types that stand in a column, as far as they are known. */
export function wordsOfTypes(content: ColumnContent | undefined): Pick<Column, 'words'> {
  const words = Object.fromEntries(
    (content?.texts ?? []).flatMap((text) => {
      if (typeNamed('INVENTORY', text) !== null) return []
      const type = typeWords.of(text)
      return type === null ? [] : [[patternOfText(text), type] as const]
    }),
  )
  return Object.keys(words).length > 0 ? { words } : {}
}

const NUMBER_NAME_CURRENCY = /^\S+ - .+ \([A-Z]{3}\)$/
const NUMBER_NAME = /^\S*\d\S* - .+$/

/** "10010 - Cash - Custody (USD)" holds number, name and currency. */
function splitAccounts(
  columns: Record<string, Column>,
  at: ReadonlyMap<string, number>,
  content: ReadonlyMap<number, ColumnContent>,
): void {
  const number = at.get('Account number') ?? at.get('Account name')
  const texts = (number === undefined ? [] : (content.get(number)?.texts ?? [])).filter(
    (text) => rankOf(text, TOTAL_WORDS) < 0,
  )
  const place = columns['Account number'] ?? columns['Account name']
  if (!place || texts.length === 0) return
  const isAll = (pattern: RegExp) => texts.every((text) => pattern.test(text))
  const isWhole = isAll(NUMBER_NAME_CURRENCY)
  if (!at.has('Currency') && isWhole) columns.Currency = { ...place, text: '*({3})' }
  if (at.has('Account number') && at.has('Account name')) return
  const isSplit = isWhole || isAll(NUMBER_NAME)
  const name = isWhole ? '* - {} (???)' : '* - {}'
  columns['Account number'] = isSplit ? { ...place, text: '{} - *' } : place
  columns['Account name'] = isSplit ? { ...place, text: name } : place
}

const ISIN_AND_MORE = /^[A-Z]{2}[A-Z0-9]{9}\d\s.+$/

/** Codes that are names, or the other way round; and ISINs with more behind them. */
function addCodes(
  columns: Record<string, Column>,
  at: ReadonlyMap<string, number>,
  content: ReadonlyMap<number, ColumnContent>,
): void {
  const { ISIN: isin, 'Instrument name': name } = columns
  const code = columns['Instrument code'] ?? isin ?? name
  if (code) columns['Instrument code'] = code
  if (!name && code) columns['Instrument name'] = code
  const codeAt = at.get('Instrument code') ?? at.get('ISIN')
  const texts = codeAt === undefined ? [] : (content.get(codeAt)?.texts ?? [])
  // Cash has a name, but no ISIN.
  if (code && isin && name && codeAt === at.get('ISIN'))
    columns['Instrument code'] = { ...code, orElse: name }
  if (code && !isin && texts.some((text) => ISIN_AND_MORE.test(text)))
    columns.ISIN = { ...code, text: '{12} *' }
}

/** What the file does not say by line is that of its fund. */
function addFacts(columns: Record<string, Column>, { kind, shape }: FoundColumns): void {
  const fallbacks: readonly (readonly [string, Column])[] = [
    ['Quotation currency', { fact: 'Fund currency' }],
    ['Currency', { fact: 'Fund currency' }],
    ['Class currency', { fact: 'Fund currency' }],
    ['Code', { fact: 'Fund code' }],
    ['Class code', { fact: 'Fund code' }],
  ]
  const isOfControl = kind === 'NAV' || kind === 'BALANCE' || kind === 'INVENTORY'
  for (const [name, column] of fallbacks) {
    const isNeeded = columnsOf(kind, shape).some((one) => one.name === name && one.needed)
    if (isOfControl && isNeeded && columns[name] === undefined) columns[name] = column
  }
}

interface TableRows {
  last: number
  sections: Section[]
  skip: string[]
  end: string | null
  endsAtBlank: boolean
}

/** Which rows below a header are lines, totals and sections, and where the table ends. */
function rowsOfTable({ kind, last: headerRow, columns }: FoundColumns, cells: SheetCells): TableRows {
  const mains = MAIN.flatMap((name) => columns.get(name) ?? [])
  const isLine = (row: number) => mains.some((column) => numberOf(cells.at(row, column)) !== null)
  // Pages of a print repeat the header, and what stands above it.
  const above = firstTexts(headerRow, cells)
  const skip = new Set<string>()
  const words: Record<string, string> = {}
  let last = headerRow
  let hasGap = false
  let blankAt: number | null = null
  for (let row = headerRow + 1; row <= cells.last; row += 1) {
    const [only, another] = cells.row(row)
    if (!only) {
      blankAt ??= row
      continue
    }
    const text = cellText(only, cells.sheet)
    const total = rankOf(text, TOTAL_WORDS)
    // "TOTAL ASSETS" in a NAV is a figure of the fund: there a total is left out by its own text alone.
    const isFigure = kind === 'NAV' && rankOf(text, FUND_FIGURES) >= 0
    if (total >= 0 && !isFigure) {
      skip.add(kind === 'NAV' ? patternOfText(text) : (TOTAL_WORDS[total] ?? text))
      continue
    }
    const type = another === undefined && numberOf(only) === null ? typeOfWord(text) : null
    if (type !== null) words[patternOfText(text)] = type
    if (!isLine(row)) {
      if (type === null && above.has(foldedWord(text))) skip.add(patternOfText(text))
      continue
    }
    if (blankAt !== null) hasGap = true
    blankAt = null
    last = row
  }
  const after = rowAfter(last, cells)
  const isBelowGap = blankAt !== null && after !== null && blankAt < after
  const [first] = after === null ? [] : cells.row(after)
  const text = first ? cellText(first, cells.sheet) : ''
  const ends = after !== null
  return {
    last,
    sections: Object.keys(words).length > 0 ? [{ column: 'Type', words }] : [],
    skip: [...skip],
    // A number of pages changes from file to file.
    end: ends && (hasGap || !isBelowGap) ? patternOfText(text).replace(/\d+/g, '*') : null,
    endsAtBlank: ends && !hasGap && isBelowGap,
  }
}

/** The texts of the first filled cells of the rows up to one. */
function firstTexts(last: number, cells: SheetCells): ReadonlySet<string> {
  const texts = new Set<string>()
  for (let row = 1; row <= last; row += 1) {
    const [first] = cells.row(row)
    if (first) texts.add(foldedWord(cellText(first, cells.sheet)))
  }
  return texts
}

/** The first row with a filled cell below the last line and its totals. */
function rowAfter(last: number, cells: SheetCells): number | null {
  for (let row = last + 1; row <= cells.last; row += 1) {
    const [first] = cells.row(row)
    if (first && rankOf(cellText(first, cells.sheet), TOTAL_WORDS) < 0) return row
  }
  return null
}
