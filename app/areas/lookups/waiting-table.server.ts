import type { Read, Transaction } from 'db/database'
import { decidesAlone } from '~/areas/access/second-person.server'
import { matrixChangeKind } from '~/areas/authorisation-matrix/matrix-change-kinds.server'
import type { Entry, MatrixKind } from '~/areas/authorisation-matrix/matrix-entry'
import { checkEntry, requestEntry } from '~/areas/authorisation-matrix/request-entry.server'
import type { EditableTable, RowWriter } from '~/platform/tables/editable-table.server'
import type { RowValues } from '~/platform/tables/table-column'

/**
 * A table of the authorisation matrix: what its verbs write waits for a team leader, and the row stays as it is until
 * then. Only in a site that has nobody who could be the second person it takes effect at once.
 * @param entryOf the row with names in the place of ids
 */
export function waitingTable(
  table: EditableTable,
  kind: MatrixKind,
  entryOf: (read: Read, values: RowValues) => Promise<Entry>,
): EditableTable {
  const alone = (tx: Transaction, { actor }: RowWriter) =>
    decidesAlone(tx, actor.id, matrixChangeKind(kind).queue)
  return {
    ...table,
    waits: true,
    async insert(tx, values, by) {
      const wish = { verb: 'add' as const, entry: await entryOf(tx, values) }
      await checkEntry(tx, kind, wish)
      if (await alone(tx, by)) return table.insert(tx, values, by)
      return { row: { ...values, key: '' }, note: await requestEntry(tx, kind, wish, by) }
    },
    async update(tx, before, values, by) {
      const wish = { verb: 'change' as const, entry: await entryOf(tx, values) }
      await checkEntry(tx, kind, wish)
      if (await alone(tx, by)) return table.update(tx, before, values, by)
      return { row: before, note: await requestEntry(tx, kind, wish, by) }
    },
    async delete(tx, row, by) {
      if (await alone(tx, by)) return table.delete(tx, row, by)
      const wish = { verb: 'delete' as const, entry: await entryOf(tx, row) }
      return { note: await requestEntry(tx, kind, wish, by) }
    },
  }
}
