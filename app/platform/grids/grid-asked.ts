import type { Guarded } from '~/http/guard'
import { wasCut } from '~/http/request-text'
import { layoutOf } from '~/platform/layouts/layout-of.server'
import { queryOfState } from '~/platform/layouts/layout-state'
import { viewById } from '~/platform/layouts/view-by-id.server'
import { viewsOf } from '~/platform/layouts/views-of.server'
import type { GridField } from '~/ui/grid/columns'
import type { GridLayout } from '~/ui/grid/grid-view'
import { parseGridQuery } from '~/ui/grid/parse-query'
import { type GridQueryOptions, ownParams, type ParsedGridQuery } from '~/ui/grid/query'
import { TOO_LONG } from '~/ui/grid/read-params'

/** What an address, or else what the user saved, asks of a grid. */
export async function gridAsked(
  { actor, read }: Pick<Guarded, 'actor' | 'read'>,
  request: Request,
  { columns: fields, options }: { columns: GridField[]; options: GridQueryOptions },
): Promise<{ parsed: ParsedGridQuery; layout: GridLayout | null }> {
  const address = new URL(request.url).searchParams
  const { layout: key } = options
  const asked = () => {
    const parsed = parseGridQuery(address, fields, options)
    return wasCut(request.url) ? { ...parsed, notes: [...new Set([...parsed.notes, TOO_LONG])] } : parsed
  }
  if (key === undefined) return { parsed: asked(), layout: null }
  const own = ownParams(address, options.prefix)
  const viewId = Number(own.get('view'))
  own.delete('view')
  const [saved, views, view] = await Promise.all([
    layoutOf(read, actor.id, key),
    viewsOf(read, actor.id, key),
    Number.isSafeInteger(viewId) && viewId > 0 ? viewById(read, viewId) : null,
  ])
  const named = view !== null && view.key === key ? view : null
  const kept = saved && queryOfState(saved.state)
  const state = own.size > 0 ? null : named ? queryOfState(named.state) : kept
  return {
    parsed: state === null ? asked() : parsedState(state, fields, options),
    layout: {
      key,
      saved: kept,
      views: views.map(({ id, name }) => ({ id, name })),
      view: named && { id: named.id, name: named.name },
    },
  }
}

/** What was saved may name columns that are no more: they are dropped without a word. */
function parsedState(state: string, fields: GridField[], options: GridQueryOptions): ParsedGridQuery {
  const { query } = parseGridQuery(new URLSearchParams(state), fields, { ...options, prefix: undefined })
  return { query, notes: [], refused: {} }
}
