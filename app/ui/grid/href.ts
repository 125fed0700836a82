import { filterKind, type GridField } from './columns'
import { conditionTexts } from './filter-text'
import {
  type GridFilter,
  type GridPath,
  type GridQuery,
  type GridQueryOptions,
  type GridSort,
  isOnlyShown,
  otherParams,
} from './query'

/** A group's path as one text: values separated by |, which itself is written \|. */
export function textOfPath(path: GridPath): string {
  return path.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')
}

export function pathOfText(text: string): GridPath {
  const path = ['']
  for (const [piece, escaped] of text.matchAll(/\\([\s\S]?)|[\s\S]/gu)) {
    if (piece === '|') path.push('')
    else path[path.length - 1] += escaped ?? piece
  }
  return path
}

/**
 * The URL parameters that `parseGridQuery` reads back as this query; defaults are left out. There is always at least
 * one: an address without any opens the grid as the user saved it.
 */
export function toSearchParams(
  query: GridQuery,
  fields: readonly GridField[],
  options: GridQueryOptions = {},
): URLSearchParams {
  const params = stateParams(query, fields, options)
  for (const [name, value] of shownParams(query, options)) params.append(name, value)
  if (params.size === 0) params.append(...firstPage(options))
  return params
}

const firstPage = ({ prefix }: GridQueryOptions): [string, string] => [
  prefix ? `${prefix}.page` : 'page',
  '1',
]

const NOT_SAVED: readonly string[] = [
  'page',
  'expanded',
  'edit',
  'values',
  'find',
  'selected',
  'panel',
  'filterRow',
]

/** The part of a query that is not saved: its page, and open and marked rows. */
function shownParams(query: GridQuery, { prefix }: GridQueryOptions): URLSearchParams {
  const params = new URLSearchParams()
  const start = prefix ? `${prefix}.` : ''
  if (query.page > 1) params.append(`${start}page`, String(query.page))
  for (const name of ['expanded', 'edit', 'values', 'panel'] as const) {
    const value = query[name]
    if (value !== null) params.append(start + name, value)
  }
  if (query.find) params.append(`${start}find`, query.find)
  if (query.filterRow) params.append(`${start}filters`, '1')
  if (query.selected.length > 0) params.append(`${start}selected`, query.selected.join())
  return params
}

/** The state to start with when other rows are shown. */
export const FIRST_PAGE = { page: 1, expanded: null, edit: null, values: null, find: '', panel: null }

/** Filters as URL parameters. */
function filterParams(filters: readonly GridFilter[], fields: readonly GridField[]): URLSearchParams {
  const params = new URLSearchParams()
  for (const filter of filters) {
    const field = fields.find(({ id }) => id === filter.column)
    const kind = field && filterKind(field)
    if (!kind) continue
    if (filter.operator === 'in')
      for (const value of filter.values) params.append(`in.${filter.column}`, value)
    else for (const text of conditionTexts(kind, filter)) params.append(`filter.${filter.column}`, text)
  }
  return params
}

/** The part of a query that is saved: the grid's layout, not its page and open rows. */
export function stateParams(
  query: GridQuery,
  fields: readonly GridField[],
  { size = 25, defaultSort = [], defaultGroups = [], openGroups = 'none', prefix }: GridQueryOptions = {},
): URLSearchParams {
  const params = new URLSearchParams()
  const start = prefix ? `${prefix}.` : ''
  const put = (name: string, value: string) => params.append(start + name, value)
  if (query.search) put('search', query.search)
  for (const [name, value] of filterParams(query.filters, fields)) put(name, value)
  for (const each of query.any) put('or', filterParams(each, fields).toString())
  if (query.groups.join() !== defaultGroups.join()) put('group', query.groups.join())
  if (query.openGroups !== openGroups) put('open', query.openGroups)
  for (const path of query.toggled) put('toggle', textOfPath(path))
  if (query.columns) put('columns', query.columns.join())
  for (const [id, width] of Object.entries(query.widths)) put(`width.${id}`, String(width))
  for (const [id, side] of Object.entries(query.pins)) put(`pin.${id}`, side)
  if (sortText(query.sort) !== sortText(defaultSort)) put('sort', sortText(query.sort))
  if (query.size !== size) put('size', String(query.size))
  return params
}

/**
 * The address of the same page with a changed query. Parameters of other parts of the page stay. A change of the rows
 * leads to page 1 unless it names a page, and closes what was open.
 */
export function gridHref(
  at: { pathname: string; search: string },
  query: GridQuery,
  change: Partial<GridQuery>,
  fields: readonly GridField[],
  options: GridQueryOptions = {},
): string {
  return hrefBeside(besideOf(at, query, fields, options), query, change, fields, options)
}

/** What the links of a grid have in common. */
export interface Beside {
  pathname: string
  /** The parameters of other parts of the page. */
  others: string
  /** Those of the query's state. */
  state: string
}

export function besideOf(
  { pathname, search }: { pathname: string; search: string },
  query: GridQuery,
  fields: readonly GridField[],
  options: GridQueryOptions,
): Beside {
  const others = readable(otherParams(search, options.prefix))
  return { pathname, others, state: readable(stateParams(query, fields, options)) }
}

/** The same if these were already read: a grid has hundreds of links. */
export function hrefBeside(
  { pathname, others, state }: Beside,
  query: GridQuery,
  change: Partial<GridQuery>,
  fields: readonly GridField[],
  options: GridQueryOptions = {},
): string {
  const next = { ...query, ...(isOnlyShown(change) ? {} : FIRST_PAGE), ...change }
  const same = Object.keys(change).every((name) => NOT_SAVED.includes(name))
  const own = [
    same ? state : readable(stateParams(next, fields, options)),
    readable(shownParams(next, options)),
  ].filter(Boolean)
  if (own.length === 0) own.push(firstPage(options).join('='))
  return `${pathname}?${(others === '' ? own : [others, ...own]).join('&')}`
}

/** The groups that differ from the default after one of them was opened or closed. */
export function nextToggled(toggled: GridPath[], path: GridPath): GridPath[] {
  const text = textOfPath(path)
  const others = toggled.filter((other) => textOfPath(other) !== text)
  return others.length < toggled.length ? others : [...toggled, path]
}

function sortText(sort: GridSort[]): string {
  return sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join()
}

/** Users read and share addresses: commas, slashes and colons need no percent signs. */
export function readable(params: URLSearchParams): string {
  return params.toString().replace(/%(?:2C|2F|3A|7C)/g, decodeURIComponent)
}
