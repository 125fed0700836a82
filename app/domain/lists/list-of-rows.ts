import { Big } from '~/domain/values/decimal'
import type { ListFilter, ListKind, ListPage, ListQuery } from './list-query'

/** What the list needs of a column: its kind, and the value of a row as text (days and instants ISO); null is empty. */
export interface RowColumn<Row> {
  kind: ListKind
  value: (row: Row) => string | null
}

export type RowColumns<Row> = Readonly<Record<string, RowColumn<Row>>>

/** Filters, sorts and pages rows that are at hand; the same answer as the SQL of lists that are not. */
export function listOfRows<Row>(
  rows: readonly Row[],
  columns: RowColumns<Row>,
  query: ListQuery,
): ListPage<Row> {
  const searched = Object.values(columns).filter(({ kind }) => kind === 'text')
  const words = query.search.toLocaleLowerCase()
  let found = rows.filter(
    (row) =>
      query.filters.every((filter) => {
        const column = columns[filter.column]
        return !column || passes(column.value(row), column.kind, filter)
      }) &&
      (words === '' || searched.some(({ value }) => value(row)?.toLocaleLowerCase().includes(words))),
  )
  const order = query.sort.flatMap(({ column, descending }) => {
    const known = columns[column]
    return known ? [{ ...known, sign: descending ? -1 : 1 }] : []
  })
  if (order.length > 0)
    found = [...found].sort((a, b) => {
      for (const { value, kind, sign } of order) {
        const difference = compareWithEmpty(value(a), value(b), kind) * sign
        if (difference !== 0) return difference
      }
      return 0
    })
  const start = (query.page - 1) * query.size
  return { rows: found.slice(start, start + query.size), total: found.length }
}

function compareWithEmpty(a: string | null, b: string | null, kind: ListKind): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return compare(a, b, kind)
}

function compare(a: string, b: string, kind: ListKind): number {
  if (kind === 'number') return new Big(a).cmp(b)
  if (kind === 'text') return a.localeCompare(b)
  return a < b ? -1 : a > b ? 1 : 0
}

function passes(text: string | null, kind: ListKind, { operator, values }: ListFilter): boolean {
  if (operator === 'empty') return text === null || text === ''
  if (operator === 'filled') return text !== null && text !== ''
  if (text === null) return operator === 'differs'
  const value = kind === 'instant' ? text.slice(0, 10) : kind === 'text' ? text.toLocaleLowerCase() : text
  const [first = '', last = ''] = values.map((each) => (kind === 'text' ? each.toLocaleLowerCase() : each))
  const against = (other: string) => (kind === 'text' && value === other ? 0 : compare(value, other, kind))
  switch (operator) {
    case 'contains':
      return value.includes(first)
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
      return values.some((each) => against(kind === 'text' ? each.toLocaleLowerCase() : each) === 0)
  }
}
