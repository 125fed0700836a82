import type { Faults } from '~/platform/workbooks/faults'
import { NAV_TYPES, type NavLine, type NavType, type Table } from './control-data'
import { type FoundTable, NO_PREAMBLE, openTable } from './found-table'

const BY_NAME = new Map<string, NavType>(NAV_TYPES.map((type) => [type.toLowerCase(), type]))
const FUND_FIGURES: readonly NavType[] = ['FUND TNA', 'TOTAL ASSETS', 'TOTAL LIABILITIES']

/** The lines of a NAV table. The faults name every cell that cannot be read, and fund figures that are missing. */
export function readNav(found: FoundTable, faults: Faults): Table<NavLine> {
  const before = faults.count()
  const { source, rows, read } = openTable(found, faults, () => false)
  const lines = rows.map((row): NavLine => {
    for (const field of ['type', 'code', 'currency', 'value']) read.require(row, field)
    const written = read.text(row, 'type')
    const type = written === null ? undefined : BY_NAME.get(written.toLowerCase())
    if (written !== null && !type) {
      read.fault(row, 'type', `"${written}" is not a type of the NAV table (${NAV_TYPES.join(', ')})`)
    }
    return {
      row: row.row,
      type: type ?? 'FUND TNA',
      code: read.text(row, 'code') ?? '',
      currency: read.text(row, 'currency') ?? '',
      value: read.number(row, 'value') ?? '0',
      name: read.text(row, 'name'),
    }
  })
  // With other faults a figure may only seem to be missing.
  if (faults.count() === before && source.preamble !== NO_PREAMBLE) {
    const fund = source.preamble.fundCode.value
    for (const type of FUND_FIGURES) {
      if (lines.some((line) => line.type === type && line.code === fund)) continue
      faults.add(
        source.file,
        source.sheet,
        null,
        `the NAV table has no ${type} with the fund's code "${fund}"`,
      )
    }
  }
  return { source, lines }
}
