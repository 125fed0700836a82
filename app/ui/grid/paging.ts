import type { GridQuery } from './query'

const figures = new Intl.NumberFormat('en-GB')

/** A count as it is shown: 1234 is "1,234". */
export function shownCount(count: number): string {
  return figures.format(count)
}

/** The number of pages for this many lines; 1 when there are none. */
export function pageCount(lines: number, size: number): number {
  return Math.max(1, Math.ceil(lines / size))
}

/** The query with a page that exists: the last one when the address names a later one (rows may have gone meanwhile). */
export function fitPage(query: GridQuery, lines: number): GridQuery {
  const page = Math.min(query.page, pageCount(lines, query.size))
  return page === query.page ? query : { ...query, page }
}

/** The part of the lines that a page shows: "26–50 of 1,234". */
export function rowRange(query: Pick<GridQuery, 'page' | 'size'>, lines: number): string {
  if (lines === 0) return 'No rows'
  const first = (query.page - 1) * query.size + 1
  const last = Math.min(lines, first + query.size - 1)
  return `${shownCount(first)}–${shownCount(last)} of ${shownCount(lines)}`
}
