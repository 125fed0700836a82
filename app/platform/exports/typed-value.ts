import type { ListKind } from '~/platform/lists/list-query'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { type WallClock, wallClock } from '~/platform/values/wall-clock'

/** What stands in a cell of a file. */
export type TypedValue =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: Decimal }
  | { kind: 'day'; day: Day }
  | ({ kind: 'instant' } & WallClock)
  | { kind: 'boolean'; truth: boolean }

const EMPTY: TypedValue = { kind: 'empty' }
const DECIMAL = /^-?\d+(\.\d+)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** A column's value as what it is. What is not of its column's kind is a text: nothing that is there goes missing. */
export function typedValue(value: string | null, kind: ListKind, timeZone: string): TypedValue {
  if (value === null || value === '') return EMPTY
  if (kind === 'number' && DECIMAL.test(value)) return { kind, number: value }
  if (kind === 'day' && DAY.test(value)) return { kind, day: value }
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return { kind, truth: value === 'true' }
  if (kind === 'instant') {
    const instant = new Date(value)
    if (!Number.isNaN(instant.getTime())) return { kind, ...wallClock(instant, timeZone) }
  }
  return { kind: 'text', text: value }
}
