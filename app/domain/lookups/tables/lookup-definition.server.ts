import type { Transaction } from 'db/doors'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Column } from '../import/column'
import type { EditableTable } from './editable-table.server'
import type { TableColumn, TableRow } from './table-column'
import type { Use } from './uses.server'

/** What a table of reference data says of itself. */
export interface LookupDefinition
  extends Pick<EditableTable, 'name' | 'title' | 'one' | 'about' | 'order' | 'labelOf' | 'options' | 'list'> {
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
  /** What else changes with a row, in the same transaction. */
  changed?(tx: Transaction, before: TableRow, after: TableRow): Promise<void>
}
