import type { FilterKind } from './columns'

/** First and last day (yyyy-MM-dd) of a typed text. */
export type DaySpan = { first: string; last: string }

/**
 * A day, month or year as users type it (30/10/2026, 30.10.26, 2026-10-30, 10/2026, 2026-10, 2026) as a range of days;
 * null if it is none. Two-digit years are in this century.
 */
export function daysFromText(text: string): DaySpan | null {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (iso) return span(iso[1], iso[2], iso[3])
  const day = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})$/.exec(text)
  if (day) return span(day[3]?.length === 2 ? `20${day[3]}` : day[3], day[2], day[1])
  const month = /^(\d{1,2})[/.](\d{4})$/.exec(text)
  return month ? span(month[2], month[1], undefined) : null
}

/** yyyy-MM-dd as dd/MM/yyyy. */
export function shownDay(day: string): string {
  return day.split('-').reverse().join('/')
}

function span(year: string | undefined, month: string | undefined, day: string | undefined): DaySpan | null {
  const y = Number(year)
  if (y < 1900 || y > 2199) return null
  if (month === undefined) return { first: iso(y, 1, 1), last: iso(y, 12, 31) }
  const m = Number(month)
  if (m < 1 || m > 12) return null
  const length = new Date(Date.UTC(y, m, 0)).getUTCDate()
  if (day === undefined) return { first: iso(y, m, 1), last: iso(y, m, length) }
  const d = Number(day)
  return d >= 1 && d <= length ? { first: iso(y, m, d), last: iso(y, m, d) } : null
}

function iso(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * A number as users type it ("1,234.50", "1 234,5", "−3"), as a plain decimal string ("1234.5"); null if it is none. A
 * comma followed by exactly three digits groups, as in the figures in grids.
 */
export function numberFromText(text: string): string | null {
  const plain = text.replace(/[\s'’]/g, '').replace(/\u2212/g, '-')
  const pointed = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)
    ? plain.replaceAll(',', '')
    : plain.replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  const parts = /^([+-]?)(\d{0,20})(?:\.(\d{0,10}))?$/.exec(pointed)
  if (!parts || !/\d/.test(pointed)) return null
  const whole = (parts[2] ?? '').replace(/^0+/, '') || '0'
  const fraction = (parts[3] ?? '').replace(/0+$/, '')
  const size = fraction ? `${whole}.${fraction}` : whole
  return parts[1] === '-' && size !== '0' ? `-${size}` : size
}

/** Below zero if a < b, 0 if equal, above zero if a > b; both as returned by `numberFromText`. */
function compareNumbers(a: string, b: string): number {
  const negative = a.startsWith('-')
  if (negative !== b.startsWith('-')) return negative ? -1 : 1
  const [wholeA = '', fractionA = ''] = a.replace('-', '').split('.')
  const [wholeB = '', fractionB = ''] = b.replace('-', '').split('.')
  const larger = wholeA.length - wholeB.length || order(wholeA, wholeB) || order(fractionA, fractionB)
  return negative ? -larger : larger
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export type FilterOperator =
  | 'contains'
  | 'equals'
  | 'differs'
  | 'greater'
  | 'at-least'
  | 'less'
  | 'at-most'
  | 'between' // both ends included
  | 'in'
  | 'empty'
  | 'filled'

/** One condition: plain decimal strings for numbers, yyyy-MM-dd for days, 'true' / 'false' for booleans. */
export type FilterCondition = { operator: FilterOperator; values: string[] }

const COMPARISONS: Record<string, FilterOperator> = {
  '>=': 'at-least',
  '<=': 'at-most',
  '<>': 'differs',
  '>': 'greater',
  '<': 'less',
  '=': 'equals',
}
const SIGNS: Partial<Record<FilterOperator, string>> = {
  'at-least': '>=',
  'at-most': '<=',
  differs: '<>',
  greater: '>',
  less: '<',
}

/** The condition in the text of one filter field; null if it cannot be parsed. `text` is trimmed and not empty. */
export function conditionFromText(kind: FilterKind, text: string): FilterCondition | null {
  if (kind === 'select') return { operator: 'equals', values: [text] }
  if (kind === 'boolean') return /^(true|false)$/.test(text) ? { operator: 'equals', values: [text] } : null
  if (text === '=') return { operator: 'empty', values: [] }
  if (text === '<>') return { operator: 'filled', values: [] }
  if (kind === 'text') return textCondition(text)
  const ends = kind === 'number' ? numberEnds : daysFromText
  const range = /^(.*?)\.\.(.*)$/.exec(text)
  if (range) return rangeCondition(ends(range[1]?.trim() ?? ''), ends(range[2]?.trim() ?? ''), range)
  const [, sign = '', rest = ''] = /^(>=|<=|<>|>|<|=)?\s*(.*)$/.exec(text) ?? []
  const found = ends(rest)
  if (!found) return null
  const operator = COMPARISONS[sign] ?? 'equals'
  if (operator === 'greater' || operator === 'at-most') return { operator, values: [found.last] }
  if (operator === 'less' || operator === 'at-least') return { operator, values: [found.first] }
  if (found.first === found.last) return { operator, values: [found.first] }
  return operator === 'equals' ? { operator: 'between', values: [found.first, found.last] } : null
}

/** The wording of a comparison before its values, in the order of the options. */
export const COMPARISON_WORDS: Record<FilterOperator, string> = {
  contains: 'contains',
  equals: 'is',
  differs: 'is not',
  greater: 'is above',
  'at-least': 'is at least',
  less: 'is below',
  'at-most': 'is at most',
  between: 'is from',
  in: 'is',
  empty: 'is empty',
  filled: 'is not empty',
}

/** The same before there are values to complete it. */
const OFFERED = { ...COMPARISON_WORDS, between: 'is from … to', in: 'is one of' }

/** The comparisons offered in a line of conditions, with their wording. */
export const COMPARED = Object.entries(OFFERED) as [FilterOperator, string][]

/** Separates several values in one line: "is one of A; B". */
const NEXT_VALUE = ';'
/** Separates the ends of a range. */
const TO = /\s*(?:\.\.|…)\s*/

/** The comparisons for each kind; whether there is a value can be compared for all. */
const APPLY: Record<FilterKind, readonly FilterOperator[]> = {
  text: ['contains', 'equals', 'differs', 'in'],
  select: ['contains', 'equals', 'differs', 'in'],
  boolean: ['equals', 'differs'],
  number: ['equals', 'differs', 'greater', 'at-least', 'less', 'at-most', 'between', 'in'],
  day: ['equals', 'differs', 'greater', 'at-least', 'less', 'at-most', 'between', 'in'],
}

/** The comparison of a line: its wording if it does not apply to this kind; null for an unknown one. */
export function comparisonOfLine(
  kind: FilterKind,
  is: string,
): { operator: FilterOperator; misfit: string | null } | null {
  const found = COMPARED.find(([known]) => known === is)
  if (!found) return null
  const [operator, label] = found
  const fits = operator === 'empty' || operator === 'filled' || APPLY[kind].includes(operator)
  return { operator, misfit: fits ? null : label }
}

/** The condition of one line, whose comparison applies to this kind; null if its value cannot be read. */
export function conditionFromLine(
  kind: FilterKind,
  operator: FilterOperator,
  value: string,
): FilterCondition | null {
  if (operator === 'empty' || operator === 'filled') return { operator, values: [] }
  const parted =
    operator === 'in' ? value.split(NEXT_VALUE) : operator === 'between' ? value.split(TO) : [value]
  const values = parted.map((each) => each.trim()).filter((each) => each !== '')
  if (values.length === 0) return null
  if (kind === 'text' || kind === 'select') return { operator, values }
  if (kind === 'boolean') {
    const said = /^(yes|true)$/i.test(value) ? 'true' : /^(no|false)$/i.test(value) ? 'false' : null
    return said && { operator, values: [said] }
  }
  if (operator === 'between') return values.length === 2 ? conditionFromText(kind, values.join('..')) : null
  if (operator !== 'in') return conditionFromText(kind, `${SIGNS[operator] ?? ''}${value}`)
  const read = values.map((each) => conditionFromText(kind, each))
  if (!read.every((each) => each?.operator === 'equals')) return null
  return { operator, values: read.flatMap((each) => each?.values ?? []) }
}

/** The value of such a line; days as users type them. */
export function lineValue(kind: FilterKind, { operator, values }: FilterCondition): string {
  const shown =
    kind === 'day'
      ? values.map(shownDay)
      : kind === 'boolean'
        ? values.map((each) => (each === 'true' ? 'Yes' : 'No'))
        : values
  return shown.join(operator === 'between' ? ' … ' : `${NEXT_VALUE} `)
}

/** The text for this condition; days as yyyy-MM-dd, or dd/MM/yyyy if `shown`. For `in`, one text per value. */
export function conditionTexts(
  kind: FilterKind,
  { operator, values }: FilterCondition,
  shown = false,
): string[] {
  const texts = shown && kind === 'day' ? values.map(shownDay) : values
  const first = texts[0] ?? ''
  if (operator === 'empty') return ['=']
  if (operator === 'filled') return ['<>']
  if (operator === 'between') return [`${first}..${texts[1] ?? ''}`]
  if (operator === 'in') return texts.length > 1 || kind !== 'text' ? texts : [`=${first}`]
  if (operator === 'contains') return [/^(=|<>|\\)/.test(first) ? `\\${first}` : first]
  if (operator === 'equals') return [kind === 'text' ? `=${first}` : first]
  return [`${SIGNS[operator] ?? ''}${first}`]
}

/** Whether a and b, both of this kind, are in order. */
function inOrder(a: string, b: string): boolean {
  return a.includes('-', 1) ? a <= b : compareNumbers(a, b) <= 0
}

type Ends = { first: string; last: string }

function numberEnds(text: string): Ends | null {
  const number = numberFromText(text)
  return number === null ? null : { first: number, last: number }
}

function rangeCondition(from: Ends | null, to: Ends | null, typed: string[]): FilterCondition | null {
  if (from && to) {
    const values = inOrder(from.first, to.last) ? [from.first, to.last] : [to.first, from.last]
    return { operator: 'between', values }
  }
  if (from && !typed[2]?.trim()) return { operator: 'at-least', values: [from.first] }
  if (to && !typed[1]?.trim()) return { operator: 'at-most', values: [to.last] }
  return null
}

function textCondition(text: string): FilterCondition {
  if (text.startsWith('\\') && text.length > 1) return { operator: 'contains', values: [text.slice(1)] }
  if (text.startsWith('<>')) return { operator: 'differs', values: [text.slice(2).trim()] }
  if (text.startsWith('=')) return { operator: 'equals', values: [text.slice(1).trim()] }
  return { operator: 'contains', values: [text] }
}
