import { redirect } from '@remix-run/node'
import type { Guarded } from '~/http/guard'
import { wasCut } from '~/http/request-text'
import { queryOfState } from '~/platform/layouts/layout-state'
import { gridViews, viewById } from '~/platform/layouts/layouts.server'
import type { ColumnValues, List, ListPage } from '~/platform/lists/list'
import type { DeclaredColumn, WithDeclared } from '~/platform/lists/list-fields.server'
import type { GridChoices, GridColumn, GridField } from '~/ui/grid/columns'
import { type GridLayout, UNFILTERED } from '~/ui/grid/grid-view'
import { gridHref, pathOfText } from '~/ui/grid/href'
import { parseGridQuery } from '~/ui/grid/parse-query'
import {
  fitPage,
  type GridQuery,
  type GridQueryOptions,
  MAX_MARKS,
  ownParams,
  type ParsedGridQuery,
} from '~/ui/grid/query'
import { TOO_LONG } from '~/ui/grid/read-params'

/**
 * The grid query of an address, or else the user's saved one, without search and filters: a forgotten filter makes a
 * list look empty. A link restores them.
 */
export async function gridQueryOf(
  { actor, read, services }: Guarded,
  request: Request,
  { columns: fields, options }: { columns: GridField[]; options: GridQueryOptions },
): Promise<{ parsed: ParsedGridQuery; layout: GridLayout | null }> {
  const address = new URL(request.url).searchParams
  const { layout: key } = options
  const fromAddress = () => {
    const parsed = parseGridQuery(address, fields, options)
    return wasCut(request.url) ? { ...parsed, notes: [...new Set([...parsed.notes, TOO_LONG])] } : parsed
  }
  if (key === undefined) return { parsed: fromAddress(), layout: null }
  const own = ownParams(address, options.prefix)
  const viewId = Number(own.get('view'))
  own.delete('view')
  const [{ saved, views, shared }, view] = await Promise.all([
    gridViews(read, actor, key),
    Number.isSafeInteger(viewId) && viewId > 0 ? viewById(read, viewId) : null,
  ])
  const named = view !== null && view.key === key ? view : null
  const savedQuery = saved ? queryOfState(saved.state) : null
  const state = own.size > 0 ? null : named ? queryOfState(named.state) : savedQuery
  const found = state === null ? fromAddress() : parsedState(state, fields, options)
  const count = filterCount(found.query)
  const forgets = state !== null && named === null && count > 0
  return {
    parsed: forgets ? { ...found, query: { ...found.query, ...UNFILTERED } } : found,
    layout: {
      key,
      idempotencyKey: services.ids.uuid(),
      saved: savedQuery,
      earlier: forgets ? { query: state, count } : null,
      views,
      shared,
      teams: actor.queues,
      view: named && { id: named.id, name: named.name },
    },
  }
}

const filterCount = ({ filters, any, search }: GridQuery) =>
  filters.length + any.length + (search === '' ? 0 : 1)

/** A saved query may name columns that no longer exist: they are ignored. */
function parsedState(state: string, fields: GridField[], options: GridQueryOptions): ParsedGridQuery {
  const { query } = parseGridQuery(new URLSearchParams(state), fields, { ...options, prefix: undefined })
  return { query, notes: [], refused: {} }
}

/** The source of rows and columns of a grid and its exports. */
export interface GridSource<Row> {
  columns: GridColumn<Row>[]
  /** Those of its columns that fields declare: with them the browser builds the same. */
  declared?: readonly DeclaredColumn[]
  options: GridQueryOptions
  list: List<Row>
  /** Reads the options of columns filtered by a choice, where code cannot list them. */
  choices?: () => Promise<GridChoices>
}

/** The data that `Grid` needs for a list: spread into its props. */
export interface GridAnswer<Row> extends ListPage<Row>, WithDeclared {
  parsed: ParsedGridQuery
  /** Values of the column whose list is open. */
  values: ColumnValues | null
  layout: GridLayout | null
  choices: GridChoices
}

/**
 * One page of a list as the address describes it. An address without grid parameters opens the grid as the user saved
 * it; invalid parameters give the nearest valid page, with a note.
 */
export async function sourcePage<Row>(
  guarded: Guarded,
  request: Request,
  source: GridSource<Row>,
): Promise<GridAnswer<Row>> {
  const { list, declared = [] } = source
  const { parsed, layout } = await gridQueryOf(guarded, request, source)
  const { query } = parsed
  const marked = await withGroupMarked(request, query, source)
  if (marked !== null) throw redirect(marked)
  const [first, values, choices] = await Promise.all([
    list.page(query),
    query.values === null ? null : list.values(query, query.values, query.find),
    source.choices?.() ?? {},
  ])
  const fitted = fitPage(query, first.lines)
  if (fitted === query) return { ...first, declared, parsed, values, layout, choices }
  const page = await list.page(fitted)
  const note = `There are no longer any rows on that page; the last one, page ${fitted.page}, is shown.`
  return {
    ...page,
    declared,
    parsed: { ...parsed, query: fitted, notes: [...parsed.notes, note] },
    values,
    layout,
    choices,
  }
}

/**
 * The address that marks the rows of a group, in addition to those already marked, if this one has `mark`; otherwise
 * null.
 */
async function withGroupMarked<Row>(
  request: Request,
  query: GridQuery,
  { columns, list, options }: GridSource<Row>,
): Promise<string | null> {
  const { pathname, search } = new URL(request.url)
  const marked = ownParams(search, options.prefix).get('mark')
  if (marked === null) return null
  const inGroup = pathOfText(marked).flatMap((value, level) => {
    const column = query.groups[level]
    return column === undefined ? [] : [{ column, operator: 'in' as const, values: [value] }]
  })
  const keys = new Set(query.selected)
  if (inGroup.length > 0 && list.keyOf) {
    const group = { ...query, groups: [], toggled: [], filters: [...query.filters, ...inGroup] }
    for await (const rows of list.rows(group)) {
      for (const row of rows) keys.add(list.keyOf(row))
      if (keys.size >= MAX_MARKS) break
    }
  }
  return gridHref({ pathname, search }, query, { selected: [...keys].slice(0, MAX_MARKS) }, columns, options)
}
