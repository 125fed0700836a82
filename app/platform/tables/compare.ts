import { columnsOf, keyOf, keyText, type SheetName, type Values } from '~/areas/lookups/sheets'
import type { ReadSheet } from '~/areas/reference-import/read-reference'
import type { Value } from './column'

/** One field of a row that would be stored differently. */
export interface FieldChange {
  field: string
  header: string
  before: Value
  after: Value
}

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

/** A value as people read it. */
export function valueText(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

const DONE = { insert: 'new', update: 'changed', delete: 'deleted' }

/** A change in one line, for the history: `Funds LU1: changed; Name "A" → "B"`. */
export function changeLine({
  sheet,
  key,
  action,
  fields,
}: {
  sheet: string
  key: string
  action: keyof typeof DONE
  fields: readonly FieldChange[]
}): string {
  const quoted = (value: Value) => `"${valueText(value)}"`
  const parts = fields.map(({ header, before, after }) => {
    if (action === 'update') return `${header} ${quoted(before)} → ${quoted(after)}`
    return `${header} ${quoted(action === 'insert' ? after : before)}`
  })
  return [`${sheet} ${key}: ${DONE[action]}`, ...parts].join('; ')
}
