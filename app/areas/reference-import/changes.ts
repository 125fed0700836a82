import type { SheetName } from '~/areas/lookups/sheets'
import { columnsOf, keyOf, keyText } from '~/areas/lookups/sheets'
import type { Value, Values } from '~/platform/tables/column'
import type { FieldChange } from '~/platform/tables/compare'
import { showYearDay } from '~/platform/values/show'
import type { ReadSheet } from './read-reference'

/** One row that is new or different. */
export interface PlannedChange {
  sheet: SheetName
  row: number
  /** "LU-EQ 2026-01-30". */
  key: string
  action: 'insert' | 'update'
  fields: FieldChange[]
  /** The whole row as stored now, and as it would be; `before` null for a new one. */
  before: Values | null
  after: Values
}

/** The rows of a sheet that differ from the stored ones, field by field. */
export function changesOf(sheet: SheetName, { rows }: ReadSheet, stored: readonly Values[]): PlannedChange[] {
  const known = new Map(stored.map((values) => [keyOf(sheet, values), values]))
  const columns = columnsOf(sheet)
  const blanks = Object.fromEntries(columns.map(([field, { blank }]) => [field, blank ?? null]))
  return rows.flatMap(({ row, values }) => {
    const before = known.get(keyOf(sheet, values)) ?? null
    const after = { ...blanks, ...before, ...values }
    const fields = columns
      .filter(([, { key }]) => !key)
      .filter(([field]) => (before?.[field] ?? null) !== (after[field] ?? null))
      .map(([field, { header, kind }]) => {
        const word = (value: Value = null) =>
          kind === 'yearDay' && value !== null ? showYearDay(String(value)) : value
        return { field, header, before: word(before?.[field]), after: word(after[field]) }
      })
    if (before && fields.length === 0) return []
    const action = before ? ('update' as const) : ('insert' as const)
    return [{ sheet, row, key: keyText(sheet, values), action, fields, before, after }]
  })
}
