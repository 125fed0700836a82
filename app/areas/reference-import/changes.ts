import type { SheetName } from '~/areas/lookups/sheets'
import { columnsOf, keyOf, keyText } from '~/areas/lookups/sheets'
import type { Values } from '~/platform/tables/column'
import type { FieldChange } from '~/platform/tables/compare'
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
      .map(([field, { header }]) => ({
        field,
        header,
        before: before?.[field] ?? null,
        after: after[field] ?? null,
      }))
      .filter(({ before: was, after: is }) => was !== is)
    if (before && fields.length === 0) return []
    const action = before ? ('update' as const) : ('insert' as const)
    return [{ sheet, row, key: keyText(sheet, values), action, fields, before, after }]
  })
}
