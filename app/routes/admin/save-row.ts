import { createRow } from '~/domain/lookups/tables/create-row.server'
import type { EditableTable, RowDone } from '~/domain/lookups/tables/editable-table.server'
import { updateRow } from '~/domain/lookups/tables/update-row.server'
import { DomainError } from '~/domain/values/domain-error'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { rowWriter, sentRow } from '~/http/row-forms'

/**
 * Stores what the form of a row holds: over the version that it was shown last, or anew where that was deleted.
 * @throws what guard, sentRow, updateRow and createRow throw
 */
export async function saveRow(
  guarded: Guarded,
  args: RouteArgs,
  table: EditableTable,
  key: string,
  typed: Readonly<Record<string, string>>,
): Promise<RowDone> {
  const { once, posted, seen } = sentRow(typed, table.columns)
  const by = rowWriter(guarded, once)
  if (seen === undefined) throw new DomainError('invalid', 'Reload the page and try again.')
  if (seen !== null) return guarded.transaction((tx) => updateRow(tx, table, { key, posted, seen }, by))
  await guard(args, table.functionId, 'add')
  return guarded.transaction((tx) => createRow(tx, table, posted, by))
}
