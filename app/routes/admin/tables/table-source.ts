import { gridColumns } from '~/components/admin/tables/table-columns'
import { rowList } from '~/domain/lists/row-list'
import type { EditableTable } from '~/domain/lookups/tables/editable-table.server'
import { columnsWithOptions } from '~/domain/lookups/tables/read-row.server'
import { rowColumns } from '~/domain/lookups/tables/row-columns'
import type { TableColumn, TableRow } from '~/domain/lookups/tables/table-column'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

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
