import type { GridColumn } from './columns'
import { gridHref } from './href'
import type { GridQuery, GridQueryOptions, ParsedGridQuery } from './query'

/** What the parts of one grid share. */
export type GridView<Row> = {
  columns: GridColumn<Row>[]
  shown: GridColumn<Row>[]
  query: GridQuery
  refused: ParsedGridQuery['refused']
  options: GridQueryOptions
  at: { pathname: string; search: string }
  total: number
  /** id of the filter form, which fields outside it name. */
  formId: string
  /** Name of one of the grid's address parameters, prefix included. */
  param: (name: string) => string
  /** Address of this page with a changed query. */
  href: (change: Partial<GridQuery>) => string
}

/** Is anything searched or filtered? */
export function isFiltered({ query, refused }: Pick<GridView<unknown>, 'query' | 'refused'>): boolean {
  return query.search !== '' || query.filters.length > 0 || Object.keys(refused).length > 0
}

/** Puts a grid's shared parts together. */
export function gridView<Row>(parts: Omit<GridView<Row>, 'param' | 'href'>): GridView<Row> {
  const prefix = parts.options.prefix ? `${parts.options.prefix}.` : ''
  return {
    ...parts,
    param: (name) => prefix + name,
    href: (change) => gridHref(parts.at, parts.query, change, parts.columns, parts.options),
  }
}
