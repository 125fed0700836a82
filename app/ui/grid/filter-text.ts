import type { FilterKind } from './columns'
import { daysFromText, shownDay } from './day-text'
import { compareNumbers, numberFromText } from './number-text'

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

/** What the text of one filter field asks for; null when it cannot be read. `text` is trimmed and not empty. */
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

/** The text that gives this condition back; days as yyyy-MM-dd, or dd/MM/yyyy when `shown`. One text a value for `in`. */
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

/** Are a and b, both of this kind, in order? */
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
