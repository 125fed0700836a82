import type { List } from '~/domain/lists/list'
import type { GridColumn } from '~/ui/grid/columns'
import type { GridQueryOptions } from '~/ui/grid/query'
import { gridPage } from './grid-page'
import type { Guarded } from './guard'

/** Where a grid and its exports have their rows and columns from. */
export interface GridSource<Row> {
  columns: GridColumn<Row>[]
  options: GridQueryOptions
  list: List<Row>
}

/** One page of it, as the address asks. */
export function sourcePage<Row>(
  asking: Pick<Guarded, 'actor' | 'read'>,
  request: Request,
  { columns, options, list }: GridSource<Row>,
) {
  return gridPage(asking, request, columns, options, list)
}
