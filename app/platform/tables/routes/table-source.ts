import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list'
import type { EditableTable } from '../editable-table.server'
import { columnsWithOptions } from '../read-row.server'
import { rowColumns } from '../row-columns'
import type { TableColumn, TableRow } from '../table-column'
import { gridColumns } from '../table-columns'

/** The rows of an editable table: what its grid shows and its file holds, and its columns with all that may be chosen. */
export async function tableSource(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  table: EditableTable,
): Promise<{ source: GridSource<TableRow>; columns: TableColumn[] }> {
  const columns = await columnsWithOptions(read, table)
  const { timeZone } = services.settings
  const keyOf = ({ key }: TableRow) => key
  const source = {
    columns: gridColumns(columns, timeZone),
    options: { layout: `lookups-${table.name}`, defaultSort: [...table.order] },
    list:
      table.list?.(read, timeZone) ??
      rowList(await table.load(read), rowColumns(columns), { timeZone, keyOf }),
  }
  return { source, columns }
}
