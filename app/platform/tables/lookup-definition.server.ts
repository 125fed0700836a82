import type { Transaction } from 'db/database'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Column } from './column'
import type { EditableTable, RowWriter } from './editable-table.server'
import type { RowValues, TableColumn, TableRow } from './table-column'
import type { Use } from './uses.server'

/** What a table of reference data says of itself. */
export interface LookupDefinition
  extends Pick<
    EditableTable,
    'name' | 'title' | 'one' | 'about' | 'order' | 'labelOf' | 'options' | 'list' | 'leftOut'
  > {
  table: PgTable
  /** Fields that name a row. Those that people enter stay what they are. */
  key: readonly string[]
  /** How each column is read; its field is that of the table. */
  fields: Readonly<Record<string, Column>>
  /** Where the table names a field otherwise: some names are taken, see RESERVED. */
  storedAs?: Readonly<Record<string, string>>
  /** What screens need of columns besides. */
  more?: Readonly<Record<string, Partial<TableColumn>>>
  /** Fields that no two rows share. */
  unique: readonly [string, ...string[]]
  uses: readonly Use[]
  /** What to do with a row in use, as a sentence. */
  instead: string
  /**
   * What its columns alone cannot say: does the row fit what is stored besides? `before` is null for a new one.
   * @throws DomainError invalid, with a sentence for each field: see wrongFields
   */
  check?(tx: Transaction, values: RowValues, before: TableRow | null): Promise<void>
  /** How rows come and go, where more than one row of the database is made: the first answers the key. */
  add?(tx: Transaction, values: RowValues, by: RowWriter): Promise<string>
  remove?(tx: Transaction, row: TableRow, by: RowWriter): Promise<void>
  /** What else changes with a row, in the same transaction; tells it as a sentence. */
  changed?(tx: Transaction, row: RowChanged, by: RowWriter): Promise<string | undefined>
}

/** A row that was added (no `before`), changed, or deleted (no `after`). */
export interface RowChanged {
  before: TableRow | null
  after: TableRow | null
}
