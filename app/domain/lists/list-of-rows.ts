import { dayIn } from '~/domain/values/day'
import { Big } from '~/domain/values/decimal'
import { columnIn, type ListFilter, type ListKind, type ListPage, type ListQuery } from './list-query'
import { compareText, lower } from './text-order'

/** What the list needs of a column: its kind, and the value of a row as text (days and instants ISO); null is empty. */
export interface RowColumn<Row> {
  kind: ListKind
  value: (row: Row) => string | null
}

export type RowColumns<Row> = Readonly<Record<string, RowColumn<Row>>>

/**
 * Filters, sorts and pages rows that are at hand; the same answer as the SQL of lists that are not. Instants filter by
 * their day in the time zone.
 */
export function listOfRows<Row>(
  rows: readonly Row[],
  columns: RowColumns<Row>,
  query: ListQuery,
  timeZone = 'UTC',
): ListPage<Row> {
  const searched = Object.values(columns).filter(({ kind }) => kind === 'text')
  const words = lower(query.search)
  let found = rows.filter(
    (row) =>
      query.filters.every((filter) => {
        const column = columnIn(columns, filter.column)
        return !column || passes(column.value(row), column.kind, filter, timeZone)
      }) &&
      (words === '' ||
        searched.length === 0 ||
        searched.some(({ value }) => lower(value(row) ?? '').includes(words))),
  )
  const order = query.sort.flatMap(({ column, descending }) => {
    const known = columnIn(columns, column)
    return known ? [{ ...known, sign: descending ? -1 : 1 }] : []
  })
  if (order.length > 0)
    found = [...found].sort((a, b) => {
      for (const { value, kind, sign } of order) {
        const difference = compareWithEmpty(value(a), value(b), kind, sign)
        if (difference !== 0) return difference
      }
      return 0
    })
  const start = (query.page - 1) * query.size
  return { rows: found.slice(start, start + query.size), total: found.length }
}

/** What is empty comes last, whatever the direction. */
function compareWithEmpty(a: string | null, b: string | null, kind: ListKind, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return compare(a, b, kind) * sign
}

function compare(a: string, b: string, kind: ListKind): number {
  if (kind === 'number') return new Big(a).cmp(b)
  if (kind === 'text') return compareText(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}

function passes(
  text: string | null,
  kind: ListKind,
  { operator, values }: ListFilter,
  timeZone: string,
): boolean {
  if (operator === 'empty') return text === null || (kind === 'text' && text === '')
  if (operator === 'filled') return text !== null && (kind !== 'text' || text !== '')
  if (text === null) return operator === 'differs'
  const value = kind === 'instant' ? dayIn(new Date(text), timeZone) : kind === 'text' ? lower(text) : text
  const given = kind === 'text' ? values.map(lower) : values
  const [first = '', last = ''] = given
  const against = (other: string) => compare(value, other, kind)
  switch (operator) {
    case 'contains':
      return value.includes(lower(first))
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
    case 'in':
      return given.some((each) => against(each) === 0)
  }
}
