import type { Read } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import type { EditableTable } from './editable-table.server'
import type { TableRow } from './table-column'

/** A row by its key. @throws DomainError not-found */
export async function findRow(read: Read, table: EditableTable, key: string): Promise<TableRow> {
  const row = await table.find(read, key)
  if (!row) throw noSuchRow(table)
  return row
}

export function noSuchRow({ one, title }: EditableTable, errorTitle?: string): DomainError {
  return new DomainError(
    'not-found',
    `There is no such ${one}: it was deleted, or the address is wrong. Choose one from the list of ${title}.`,
    errorTitle ? { title: errorTitle } : {},
  )
}
