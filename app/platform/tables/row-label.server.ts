import type { Read } from 'db/database'
import type { EditableTable } from './editable-table.server'
import type { RowValues } from './table-column'

/** How people name a row, with what it is part of. */
export async function rowLabel(
  read: Read,
  table: Pick<EditableTable, 'labelOf' | 'options'>,
  row: RowValues,
): Promise<string> {
  return table.labelOf(row, (await table.options?.(read)) ?? {})
}
