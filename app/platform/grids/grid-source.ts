import type { Guarded } from '~/http/guard'
import type { ColumnValues, List, ListPage } from '~/platform/lists/list'
import type { GridChoices, GridColumn } from '~/ui/grid/columns'
import type { GridLayout } from '~/ui/grid/grid-view'
import { fitPage } from '~/ui/grid/paging'
import type { GridQueryOptions, ParsedGridQuery } from '~/ui/grid/query'
import { gridAsked } from './grid-asked'

/** Where a grid and its exports have their rows and columns from. */
export interface GridSource<Row> {
  columns: GridColumn<Row>[]
  options: GridQueryOptions
  list: List<Row>
  /** Reads what may be chosen in columns that are filtered by a choice, where no code can list it. */
  choices?: () => Promise<GridChoices>
}

/** What `Grid` needs of a list: spread into its props. */
export interface GridAnswer<Row> extends ListPage<Row> {
  parsed: ParsedGridQuery
  /** Values of the column whose list is open. */
  values: ColumnValues | null
  layout: GridLayout | null
  choices: GridChoices
}

/**
 * One page of a list as the address asks for it. An address that says nothing of the grid opens it as the user saved
 * it; what makes no sense gives the nearest page that does, with a note.
 */
export async function sourcePage<Row>(
  asking: Pick<Guarded, 'actor' | 'read'>,
  request: Request,
  source: GridSource<Row>,
): Promise<GridAnswer<Row>> {
  const { list } = source
  const { parsed, layout } = await gridAsked(asking, request, source)
  const { query } = parsed
  const [first, values, choices] = await Promise.all([
    list.page(query),
    query.values === null ? null : list.values(query, query.values, query.find),
    source.choices?.() ?? {},
  ])
  const fitted = fitPage(query, first.lines)
  if (fitted === query) return { ...first, parsed, values, layout, choices }
  const page = await list.page(fitted)
  const note = `There are no rows on that page any more; the last one, page ${fitted.page}, is shown.`
  return {
    ...page,
    parsed: { ...parsed, query: fitted, notes: [...parsed.notes, note] },
    values,
    layout,
    choices,
  }
}
