import type { Read } from 'db/database'
import { currency, type expenseType, type legalEntity, type routineType } from 'db/schema/lookups'
import { eq, inArray } from 'drizzle-orm'
import { isCurrency } from '~/platform/values/iso-currencies'

/** A lookup whose rows have an id and a name. */
export type Named = typeof legalEntity | typeof expenseType | typeof routineType

/** The names of these rows, by id. */
export async function namesOf(
  read: Read,
  table: Named,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .select({ id: table.id, name: table.name })
    .from(table as typeof legalEntity)
    .where(inArray(table.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** True when there is a row of this id. */
export async function isThere(read: Read, table: Named, id: number): Promise<boolean> {
  return (await namesOf(read, table, [id])).size > 0
}

/** True when a currency is one of the world's and one of ours. */
export async function isOurCurrency(read: Read, code: string): Promise<boolean> {
  if (!isCurrency(code)) return false
  const rows = await read.select().from(currency).where(eq(currency.code, code))
  return rows.length > 0
}
