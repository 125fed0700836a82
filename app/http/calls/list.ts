import { z } from 'zod'
import type { RouteArgs } from '~/http/guard'
import { wasCut } from '~/http/request-text'
import type { ListPage, ListQuery } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import { AS_OF } from '~/platform/values/as-of-address'
import { DomainError } from '~/platform/values/domain-error'
import { type GridField, type ListColumn, valueKind } from '~/ui/grid/columns'
import { parseGridQuery } from '~/ui/grid/parse-query'
import type { GridQueryOptions } from '~/ui/grid/query'
import { jsonAnswer } from './answers'
import type { Call, ListColumns } from './call-types'

/** Most rows in one response. */
export const MAX_ROWS = 1_000

/** The parameter for reading as of an instant. */
export const pastQuery = z.object({
  [AS_OF]: z
    .string()
    .optional()
    .describe(
      'Answers as it stood: a day (its end, in the site’s zone) or an instant, such as 2026-10-30T17:00 or 2026-10-30T16:00:00Z. Not before changes were recorded, not to come.',
    ),
})

/** The columns of a list, for a call's documentation. */
export function kindsOf(columns: readonly GridField[]): ListColumns {
  return Object.fromEntries(columns.map(({ id, meta }) => [id, valueKind(meta.kind)]))
}

/** The same columns for programs, without choices: each can be sorted, and filtered by content. */
export function plainFields<Id extends string>(
  columns: readonly ListColumn<never, Id>[],
): ListColumn<never, Id>[] {
  return columns.map(({ id, header, meta }) => ({ id, header, meta: { kind: valueKind(meta.kind) } }))
}

const OF_LISTS = ['page', 'size', 'sort', 'search']
const FILTERS = /^(filter|in)\../
const NAMED = 80

/**
 * Refuses parameters that a call does not have, naming each: with a misspelt filter the response would have every row.
 * Unknown columns of a list are left to `callQuery`.
 * @throws DomainError invalid
 */
export function refuseUnknownParameters(
  { url }: Request,
  { query, list, lists = {} }: Pick<Call, 'query' | 'list' | 'lists'>,
): void {
  const own = Object.keys(query?.shape ?? {})
  const before = [...(list ? [''] : []), ...Object.keys(lists).map((prefix) => `${prefix}.`)]
  const ofList = (name: string) => OF_LISTS.includes(name) || FILTERS.test(name)
  const unknown = [...new Set(new URL(url).searchParams.keys())]
    .filter((name) => !own.includes(name))
    .filter((name) => !before.some((prefix) => name.startsWith(prefix) && ofList(name.slice(prefix.length))))
    .map((name) => (name.length > NAMED ? `${name.slice(0, NAMED)}…` : name))
  if (unknown.length === 0) return
  const grammar = [...OF_LISTS, 'filter.<column>', 'in.<column>']
  const valid = [...own, ...before.flatMap((prefix) => grammar.map((name) => `${prefix}${name}`))]
  const takes = valid.length === 0 ? 'This call takes no parameters.' : `This call takes ${valid.join(', ')}.`
  throw new DomainError('invalid', `${unknown.map((name) => `"${name}"`).join(', ')}: unknown. ${takes}`, {
    fields: Object.fromEntries(unknown.map((name) => [name, 'There is no such parameter.'])),
  })
}

/**
 * The list query of a call, in the grid's grammar: page, size, sort, filter.*, search. A program would not see a note
 * next to the rows, so everything that the grid would ignore is refused; only a size over the limit is reduced.
 */
export function callQuery(
  request: Request,
  fields: readonly GridField[],
  options: GridQueryOptions = {},
): ListQuery {
  if (wasCut(request.url)) throw new DomainError('invalid', 'The address is too long. Ask for less at once.')
  const params = new URL(request.url).searchParams
  const before = options.prefix ? `${options.prefix}.` : ''
  const sizeName = `${before}size`
  refuseUncounted(params, [`${before}page`, sizeName])
  const size = params.get(sizeName)
  if (size && /^\d{1,15}$/.test(size) && Number(size) > MAX_ROWS) params.set(sizeName, String(MAX_ROWS))
  const { query, notes, refused } = parseGridQuery(params, fields, {
    ...options,
    size: MAX_ROWS,
    maxSize: MAX_ROWS,
  })
  if (notes.length > 0)
    throw new DomainError('invalid', notes.join(' '), {
      fields: Object.fromEntries(Object.keys(refused).map((id) => [`filter.${id}`, 'It cannot be read.'])),
    })
  // The shapes of the specification are flat, with no place for groups.
  return { ...query, groups: [], unsummed: true }
}

/** The grid shows another page with a note; a program would take it for the requested page. */
function refuseUncounted(params: URLSearchParams, names: readonly string[]): void {
  const wrong = names.filter((name) => {
    const text = params.get(name)?.trim()
    return text && !(/^\d{1,15}$/.test(text) && Number(text) >= 1)
  })
  if (wrong.length === 0) return
  const sentence = 'Give a whole number from 1.'
  throw new DomainError('invalid', wrong.map((name) => `"${name}": ${sentence}`).join(' '), {
    fields: Object.fromEntries(wrong.map((name) => [name, sentence])),
  })
}

/**
 * A page of a list: the body has the specification's shape; headers have the count and the links to the other pages.
 */
export function listAnswer<Row>(
  request: Request,
  query: ListQuery,
  { rows, total }: Pick<ListPage<Row>, 'rows' | 'total'>,
  shape: (rows: Row[], total: number) => unknown = (each) => each,
): Response {
  return jsonAnswer(shape(rows, total), 200, {
    'X-Total-Count': String(total),
    Link: links(new URL(request.url), query, total),
  })
}

/** The same for rows in memory, in the specification's shape. */
export async function rowsAnswer<Row>(
  { request, context }: RouteArgs,
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  shape: (row: Row) => unknown = (row) => row,
): Promise<Response> {
  const query = callQuery(request, plainFields(columns))
  const { timeZone } = context.services.settings
  const page = await rowList(rows, columns, { timeZone }).page(query)
  return listAnswer(request, query, page, (found) => found.map(shape))
}

/** RFC 8288. The addresses are relative, so they are valid under any name that a proxy gives the site. */
function links({ pathname, searchParams }: URL, { page, size }: ListQuery, total: number): string {
  const last = Math.max(1, Math.ceil(total / size))
  const at = (number: number, rel: string) => {
    const params = new URLSearchParams(searchParams)
    params.set('page', String(number))
    params.set('size', String(size))
    return `<${pathname}?${params}>; rel="${rel}"`
  }
  return [
    at(1, 'first'),
    ...(page > 1 ? [at(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [at(page + 1, 'next')] : []),
    at(last, 'last'),
  ].join(', ')
}
