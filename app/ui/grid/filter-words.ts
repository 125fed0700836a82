import { filterKind, type GridColumn } from './columns'
import { type FilterOperator, shownDay } from './filter-text'
import { shownValue } from './grid-view'
import type { GridFilter, GridQuery } from './query'

const WORDS: Record<FilterOperator, string> = {
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

/** A query's search and filters in words, one sentence part each: "Gross is above 100". */
export function filterWords<Row>(query: GridQuery, columns: GridColumn<Row>[]): string[] {
  const search = query.search ? [`any text contains “${query.search}”`] : []
  return search.concat(
    query.filters.flatMap((filter) => {
      const column = columns.find(({ id }) => id === filter.column)
      return column ? `${column.label} ${wordsOf(filter, column)}`.trim() : []
    }),
  )
}

function wordsOf<Row>({ operator, values }: GridFilter, column: GridColumn<Row>): string {
  const kind = filterKind(column)
  const shown = values.map((value) => {
    if (value === '') return 'blank'
    if (kind === 'day') return shownDay(value)
    if (kind === 'boolean') return value === 'true' ? 'yes' : 'no'
    if (kind === 'number') return value
    return `“${shownValue(column, value)}”`
  })
  return `${WORDS[operator]} ${shown.join(operator === 'between' ? ' to ' : ' or ')}`.trim()
}
