import type { RefObject } from 'react'
import { GridToolbar } from './grid-toolbar'
import type { GridView } from './grid-view'

type GridToolsProps<Row> = {
  view: GridView<Row>
  search: boolean
  filterRow: boolean
  formRef: RefObject<HTMLFormElement>
  exportTo?: string
}

/** The toolbar with the views that the user keeps and the exports. */
export function GridTools<Row>({ exportTo: _, ...props }: GridToolsProps<Row>) {
  return <GridToolbar {...props} />
}
