import type { Fault } from '~/platform/tables/fault'
import type { ReadSheet } from './read-sheet'

export interface KnownClass {
  code: string
  fundCode: string
  reference: boolean
}

/** Dates in their order, and one reference class a fund: with the classes that the database has besides. */
export function checkShareClasses(
  sheet: ReadSheet,
  stored: readonly KnownClass[],
): { faults: Fault[]; notes: string[] } {
  const faults: Fault[] = []
  const inSheet = new Set(sheet.rows.map(({ values }) => values.code))
  const references = new Map<string, string>()
  const funds = new Set<string>()
  for (const { code, fundCode, reference } of stored) {
    if (inSheet.has(code)) continue
    if (reference) references.set(fundCode, `class ${code} of this site`)
  }
  for (const { row, values } of sheet.rows) {
    const { activeFrom, activeTo, fundCode, reference } = values
    if (typeof activeFrom === 'string' && typeof activeTo === 'string' && activeTo < activeFrom)
      faults.push({
        sheet: sheet.name,
        row,
        column: sheet.columns.get('activeTo') ?? 1,
        what: `active to ${activeTo} lies before active from ${activeFrom}`,
      })
    if (typeof fundCode !== 'string') continue
    funds.add(fundCode)
    if (reference !== true) continue
    const other = references.get(fundCode)
    if (other === undefined) references.set(fundCode, `row ${row}`)
    else
      faults.push({
        sheet: sheet.name,
        row,
        column: sheet.columns.get('reference') ?? 1,
        what: `fund ${fundCode} has a reference class already (${other}); it may have one`,
      })
  }
  const without = [...funds].filter((fund) => !references.has(fund))
  return {
    faults,
    notes: without.map(
      (fund) => `Fund ${fund} has no reference class: its benchmark is not compared (rule N10).`,
    ),
  }
}
