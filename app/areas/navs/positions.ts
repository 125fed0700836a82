import { Big, plain } from '~/platform/values/decimal'
import type { Position } from './matching-types'
import type { InventoryLine, MatchingLine, Table, TableSource } from './workbooks/control-data'

/** A line of either side, ready to be keyed. */
export interface MatchableLine extends Omit<Position, 'file' | 'sheet' | 'rows'> {
  row: number
}

/** The administrator's lines; Cash is left out. */
export function administratorLines(inventory: Table<InventoryLine>): MatchableLine[] {
  return inventory.lines
    .filter((line) => line.type !== 'Cash')
    .map(
      ({
        row,
        instrumentCode,
        instrumentName,
        isin,
        quotationCurrency,
        type,
        quantity,
        price,
        marketValue,
      }) => ({
        row,
        instrumentCode,
        instrumentName,
        isin,
        currency: quotationCurrency,
        type,
        quantity: quantity ?? '0',
        price,
        marketValue,
      }),
    )
}

export function managerLines(matching: Table<MatchingLine>): MatchableLine[] {
  return matching.lines.map((line) => ({ ...line, type: null }))
}

/** Lines by key; a line whose key is null has none. */
export function groupLines(
  lines: readonly MatchableLine[],
  keyOf: (line: MatchableLine) => string | null,
): Map<string, MatchableLine[]> {
  const groups = new Map<string, MatchableLine[]>()
  for (const line of lines) {
    const key = keyOf(line)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return groups
}

/** The position that lines of one key make up: quantities and values summed, the first price kept. */
export function positionOf(lines: readonly MatchableLine[], source: TableSource): Position | null {
  const [first] = lines
  if (!first) return null
  const { row: _, ...kept } = first
  return {
    ...kept,
    quantity: plain(lines.reduce((total, line) => total.plus(line.quantity), new Big(0))),
    price: lines.find((line) => line.price !== null)?.price ?? null,
    marketValue: plain(lines.reduce((total, line) => total.plus(line.marketValue), new Big(0))),
    file: source.file,
    sheet: source.sheet,
    rows: lines.map((line) => line.row),
  }
}
