import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'
import type { ColumnOption } from './table-column'

/** Every legal entity, by name. */
export async function entityOptions(read: Read): Promise<ColumnOption[]> {
  const { id, name } = legalEntity
  const rows = await read.select({ id, name }).from(legalEntity).orderBy(asc(name))
  return rows.map((row) => ({ value: String(row.id), label: row.name }))
}
