import type { OnceKey } from '~/platform/workflow/once.server'
import type { EditableTable, RowWriter } from './editable-table.server'

/** Under which a write to a row takes effect once; the key of a form for one row is no key for another. */
export function rowOnce(
  verb: 'add' | 'change' | 'delete',
  { name }: EditableTable,
  { actor, now, once }: RowWriter,
  key = '',
): OnceKey {
  // A key out of an address may hold what no database keeps, and be as long as an address.
  const row = key.slice(0, 500).replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
  return { key: once, userId: actor.id, action: `${verb} ${name} ${row}`.trim(), now }
}
