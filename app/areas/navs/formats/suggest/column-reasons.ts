import type { ColumnHeading } from '~/platform/formats/find-part'
import type { Kind } from '~/platform/formats/kinds'
import type { SheetCells } from '~/platform/formats/sheet-cells'
import { type ColumnContent, contentOf, numberOf, rankOf } from './column-content'
import { CURRENCIES, productsThatAgree } from './find-columns'
import { HEADING_WORDS } from './usual-labels'

/** A table of a sheet, as a format reads it. */
interface ReadTable {
  kind: Kind
  headings: readonly ColumnHeading[]
  /** Our column → column of the sheet. */
  columns: ReadonlyMap<string, number>
  cells: SheetCells
  headerRow: number
}

export interface ColumnReasons {
  /** What says that a column of the sheet is one of ours, in a few words; '' where nothing does. */
  of(column: number, names: readonly string[]): string
}

/** Why columns mean what they do: by their headings, by what stands below, by arithmetic. */
export function columnReasons(table: ReadTable): ColumnReasons {
  const { headings, cells, headerRow } = table
  const content = contentOf(cells, headerRow + 1, cells.last)
  const sums = arithmeticOf(table)
  return {
    of(column, names) {
      const heading = headings.find((one) => one.column === column)?.folded.text ?? ''
      const reasons = names.flatMap((name) => [
        ...(rankOf(heading, HEADING_WORDS[name] ?? [name]) >= 0 ? ['heading'] : []),
        ...byContent(name, content.get(column)),
        ...(sums.get(name) ?? []),
      ])
      return [...new Set(reasons)].join(', ')
    },
  }
}

const DAYS = ['Price date', 'Maturity date', 'Last coupon date', 'Ex date']

function byContent(name: string, content: ColumnContent | undefined): string[] {
  if (!content || content.filled === 0) return []
  const { filled, isins, currencies, days } = content
  const counted = (count: number, what: string) =>
    count * 2 > filled ? [`${count} of ${filled} ${what}`] : []
  if (name === 'ISIN') return counted(isins, 'are ISINs')
  if (CURRENCIES.includes(name)) return counted(currencies, 'are currencies')
  return DAYS.includes(name) ? counted(days, 'are days') : []
}

/** What the figures of a table prove, by our columns. */
function arithmeticOf({ kind, columns, cells, headerRow }: ReadTable): ReadonlyMap<string, string[]> {
  const at = (name: string) => columns.get(name)
  if (kind === 'BALANCE') {
    const [debtor, creditor] = [at('Balance debtor'), at('Balance creditor')]
    if (debtor === undefined || creditor === undefined || debtor === creditor) return new Map()
    const [debit, credit] = [debtor, creditor].map((column) => sumOf(column, cells, headerRow))
    const isEqual = debit !== 0 && Math.abs((debit ?? 0) - (credit ?? 0)) < 0.005
    const said = isEqual ? ['debit = credit'] : []
    return new Map([
      ['Balance debtor', said],
      ['Balance creditor', said],
    ])
  }
  const [quantity, value] = [at('Quantity'), at('Market value')]
  if (quantity === undefined || value === undefined || quantity === value) return new Map()
  const places = { quantity, price: at('Price'), rate: at('FX rate'), value }
  const { agree, rows } = productsThatAgree(places, cells, headerRow)
  return new Map([['Market value', agree === 0 ? [] : [`quantity x price in ${agree} of ${rows} rows`]]])
}

function sumOf(column: number, cells: SheetCells, headerRow: number): number {
  let sum = 0
  for (let row = headerRow + 1; row <= cells.last; row += 1) sum += numberOf(cells.at(row, column)) ?? 0
  return sum
}
