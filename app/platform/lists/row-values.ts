import { addDays, type Day, dayIn } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { ListFilter, ListKind } from './list'

/** First and last day of a year (yyyy), month (yyyy-MM) or day; null for any other text. */
export function periodOf(text: string): { first: Day; last: Day } | null {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text)
  if (!parts) return null
  const [, year = '', month, day] = parts
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return null
  if (day !== undefined) return { first: text, last: text }
  if (month === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const next =
    month === '12' ? `${Number(year) + 1}-01-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}-01`
  return { first: `${year}-${month}-01`, last: addDays(next, -1) }
}

/** How the database orders and folds texts (locale C.UTF-8): by code points, lower case one letter to one letter. */

export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x === y) continue
    // Surrogates count as code points above all others.
    const [highX, highY] = [isHalf(x), isHalf(y)]
    return highX === highY ? x - y : highX ? 1 : -1
  }
  return a.length - b.length
}

const isHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdfff

/** Lower case letter by letter: no letter becomes two, and a final sigma is like any other. */
export function lower(text: string): string {
  if (/^[\w\s-]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('')
}

/** Compares two values of a column that are not empty: texts without regard to case. */
export function compareValues(a: string, b: string, kind: ListKind): number {
  if (kind === 'number') return new Big(a).cmp(b)
  if (kind === 'text') return compareText(lower(a), lower(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** Compares two groups of a column: texts that differ in case are different, and the empty one always comes last. */
export function compareGroups(a: string, b: string, kind: ListKind, descending = false): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  const order = compareValues(a, b, kind) || (kind === 'text' ? compareText(a, b) : 0)
  return descending ? -order : order
}

/** The text of a value in groups and header filters; '' for an empty value. An instant is in the group of its day. */
export function groupText(value: string | null | undefined, kind: ListKind, timeZone: string): string {
  if (value === null || value === undefined) return ''
  if (kind === 'number') return new Big(value).toFixed()
  return kind === 'instant' ? dayIn(new Date(value), timeZone) : value
}

/** How to search a column's values: their kind, and whether to ignore blanks. */
export interface Searched {
  kind: ListKind
  unspaced?: true
}

/** Whether a text contains this part. */
export function contains(text: string, part: string, { unspaced }: Searched): boolean {
  const plain = (given: string) => lower(unspaced ? given.replace(/\s+/g, '') : given)
  return plain(text).includes(plain(part))
}

/** Whether a value, undefined for none, passes a filter. Instants filter by their day in the time zone. */
export function passes(
  value: string | undefined,
  column: Searched,
  { operator, values }: ListFilter,
  timeZone: string,
): boolean {
  const { kind } = column
  const empty = value === undefined || (kind === 'text' && value === '')
  if (operator === 'empty') return empty
  if (operator === 'filled') return !empty
  if (operator === 'in') return empty ? values.includes('') : isAnyOf(value, kind, values, timeZone)
  if (value === undefined) return operator === 'differs'
  const given = kind === 'instant' ? dayIn(new Date(value), timeZone) : value
  const [first = '', last = ''] = values
  const against = (other: string) => compareValues(given, other, kind)
  switch (operator) {
    case 'contains':
      return contains(given, first, column)
    case 'equals':
      return against(first) === 0
    case 'differs':
      return against(first) !== 0
    case 'greater':
      return against(first) > 0
    case 'at-least':
      return against(first) >= 0
    case 'less':
      return against(first) < 0
    case 'at-most':
      return against(first) <= 0
    case 'between':
      return against(first) >= 0 && against(last) <= 0
  }
}

function isAnyOf(text: string, kind: ListKind, values: readonly string[], timeZone: string): boolean {
  const given = values.filter((value) => value !== '')
  if (kind === 'number') return given.some((value) => new Big(value).eq(text))
  if (kind !== 'day' && kind !== 'instant') return given.includes(text)
  const day = kind === 'instant' ? dayIn(new Date(text), timeZone) : text
  return given.some((value) => {
    const period = periodOf(value)
    return period !== null && period.first <= day && day <= period.last
  })
}
