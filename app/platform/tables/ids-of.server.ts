import type { Transaction } from 'db/database'
import { inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * The ids of what the rows of a sheet name, by these names; what is not there is left out.
 * @param by the column of the table that holds the names
 */
export async function idsOf<Row>(
  tx: Transaction,
  table: PgTable & { id: PgColumn },
  by: PgColumn,
  rows: readonly Row[],
  nameOf: (row: Row) => string | null,
): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(rows.map(nameOf))].filter((name) => name !== null)
  const found = await tx.select({ id: table.id, name: by }).from(table).where(inArray(by, names))
  return new Map(found.map(({ id, name }) => [String(name), Number(id)]))
}

/** The id of a name. @throws Error when there is none: sheets are checked before they are written */
export function idIn(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${name} was checked, yet is not there`)
  return id
}
