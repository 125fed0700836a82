import { filterKind, type GridField } from './columns'
import { conditionTexts } from './filter-text'
import type { GridQuery, GridQueryOptions, GridSort } from './query'

const NAMES = new Set(['page', 'size', 'sort', 'search', 'expanded', 'group', 'columns'])

/** The address parameters that `parseGridQuery` reads back as this query; what is as by default is left out. */
export function toSearchParams(
  query: GridQuery,
  fields: GridField[],
  { size = 25, defaultSort = [], prefix }: GridQueryOptions = {},
): URLSearchParams {
  const params = new URLSearchParams()
  const start = prefix ? `${prefix}.` : ''
  const put = (name: string, value: string) => params.append(start + name, value)
  if (query.search) put('search', query.search)
  for (const filter of query.filters) {
    const field = fields.find(({ id }) => id === filter.column)
    const kind = field && filterKind(field)
    if (kind) for (const text of conditionTexts(kind, filter)) put(`filter.${filter.column}`, text)
  }
  if (query.groups.length > 0) put('group', query.groups.join())
  if (query.columns) put('columns', query.columns.join())
  if (sortText(query.sort) !== sortText(defaultSort)) put('sort', sortText(query.sort))
  if (query.size !== size) put('size', String(query.size))
  if (query.page > 1) put('page', String(query.page))
  if (query.expanded !== null) put('expanded', query.expanded)
  return params
}

/** All parameters of an address that are not this grid's: those of its neighbours, the open tab, and so on. */
export function otherParams(search: string, prefix?: string): URLSearchParams {
  const start = prefix ? `${prefix}.` : ''
  const others = new URLSearchParams()
  for (const [key, value] of new URLSearchParams(search)) {
    const name = key.startsWith(start) ? key.slice(start.length) : ''
    if (!NAMES.has(name) && !name.startsWith('filter.')) others.append(key, value)
  }
  return others
}

/**
 * The address of the same page with a changed query. What others keep in the address stays. Any change but that of the
 * expanded row leads to page 1 unless it names a page, with nothing expanded.
 */
export function gridHref(
  at: { pathname: string; search: string },
  query: GridQuery,
  change: Partial<GridQuery>,
  fields: GridField[],
  options: GridQueryOptions = {},
): string {
  const onlyRow = Object.keys(change).every((name) => name === 'expanded')
  const next = { ...query, ...(onlyRow ? {} : { page: 1, expanded: null }), ...change }
  const params = otherParams(at.search, options.prefix)
  for (const [key, value] of toSearchParams(next, fields, options)) params.append(key, value)
  return params.size > 0 ? `${at.pathname}?${readable(params)}` : at.pathname
}

/** The sort after a click on a column's head: up, down, as by default; with `add` beside the columns sorted already. */
export function nextSort(sort: GridSort[], column: string, add: boolean): GridSort[] {
  const now = sort.find((one) => one.column === column)
  const next = now ? (now.descending ? [] : [{ column, descending: true }]) : [{ column, descending: false }]
  if (!add) return next
  return now ? sort.flatMap((one) => (one === now ? next : [one])) : [...sort, ...next]
}

function sortText(sort: GridSort[]): string {
  return sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join()
}

/** Addresses are read and shared by people: commas, slashes and colons need no percent signs. */
function readable(params: URLSearchParams): string {
  return params.toString().replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%3A/g, ':')
}
