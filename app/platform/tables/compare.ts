import type { Value } from './column'

/** A field of a row that would be stored differently. */
export interface FieldChange {
  field: string
  header: string
  before: Value
  after: Value
}

/** A value as users read it. */
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
