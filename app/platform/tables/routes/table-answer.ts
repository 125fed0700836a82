import { isAllowed } from '~/areas/access/actor'
import type { Guarded, RouteArgs } from '~/http/guard'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { columnsWithOptions } from '../change-rows.server'
import type { EditableTable } from '../editable-table.server'
import { formColumns } from '../options.server'
import { optionsByColumn, type TableColumn, type TableRow, withOptionsOf } from '../table-column'
import { gridColumns } from '../table-columns'
import { backToList, saveRow } from './row-popups'

/** The rows of an editable table, for its grid and its file, and its columns with all their options. */
export async function tableSource(
  guarded: Guarded,
  table: EditableTable,
): Promise<{ source: GridSource<TableRow>; columns: TableColumn[] }> {
  const { read, timeZone } = guarded
  const columns = await columnsWithOptions(read, table)
  const keyOf = ({ key }: TableRow) => key
  const shown = gridColumns(columns, timeZone)
  const source = {
    columns: shown,
    options: { layout: `lookups-${table.name}`, defaultSort: [...table.order] },
    list: table.list?.(guarded) ?? rowList(await table.load(guarded), shown, { timeZone, keyOf }),
  }
  return { source, columns }
}

/**
 * The data that `TableGrid` needs for an editable table: the page that the address describes, and this user's rights.
 */
export async function tableAnswer(guarded: Guarded, request: Request, table: EditableTable) {
  const { actor, services } = guarded
  const { source, columns } = await tableSource(guarded, table)
  const grid = await sourcePage(guarded, request, source)
  const may = (permission: 'add' | 'update' | 'delete') => isAllowed(actor, table.functionId, permission)
  const { name, title, one, path } = table
  const words = optionsByColumn(columns)
  return {
    name,
    title,
    one,
    path,
    grid,
    options: source.options,
    // Only a form needs options that its rows do not use.
    columns:
      grid.parsed.query.edit === null
        ? withOptionsOf(columns, grid.rows)
        : formColumns(table, columns, grid.rows),
    labels: Object.fromEntries(grid.rows.map((row) => [row.key, table.labelOf(row, words)])),
    may: { add: may('add'), update: may('update'), delete: may('delete') },
    idempotencyKey: services.ids.uuid(),
  }
}

/** Saves the row that is edited in place, whose key is in the address, and returns to the list. */
export async function saveEdited(
  guarded: Guarded,
  args: RouteArgs,
  typed: Readonly<Record<string, string>>,
  tableOf: (key: string) => EditableTable | Promise<EditableTable>,
): Promise<Response> {
  const key = new URL(args.request.url).searchParams.get('edit') ?? ''
  const table = await tableOf(key)
  return backToList(guarded, args, table, await saveRow(guarded, args, table, key, typed))
}
