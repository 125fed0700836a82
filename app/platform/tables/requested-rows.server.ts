import type { Read, Transaction } from 'db/database'
import { oneAtATime } from '~/areas/access/administrators.server'
import type { EditableTable, RowWriter, Written } from './editable-table.server'
import type { RowValues, TableRow } from './table-column'

/** A requested change: a new row has no `before`, a deletion no `after`. */
export interface RowWish {
  before: TableRow | null
  after: RowValues | null
  by: RowWriter
}

type Verbs = Pick<
  EditableTable,
  'waits' | 'load' | 'find' | 'begin' | 'lock' | 'insert' | 'update' | 'delete'
>

/**
 * The verbs of a table of few rows whose changes wait for a second person: the row stays as it is until then.
 * @param requested requests the change, or stores it where there is no second person; returns the row as it is now
 */
export function requestedRows(
  load: (read: Read) => Promise<TableRow[]>,
  requested: (tx: Transaction, wish: RowWish) => Promise<Written>,
): Verbs {
  const find: EditableTable['find'] = async (read, key) =>
    (await load(read)).find((row) => row.key === key) ?? null
  return {
    waits: true,
    load,
    find,
    // All writers run one after the other, imports and decisions too: each is compared with the stored rows and the
    // waiting changes.
    begin: oneAtATime,
    lock: find,
    insert: (tx, after, by) => requested(tx, { before: null, after, by }),
    update: (tx, before, after, by) => requested(tx, { before, after, by }),
    delete: (tx, before, by) => requested(tx, { before, after: null, by }),
  }
}
