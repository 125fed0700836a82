import type { Read } from 'db/database'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { groupedBy } from '~/platform/values/grouped'

/**
 * Whether a seal is that of a change: both are of one transaction. A change with the number of another transaction's
 * seal was not written by the application.
 */
export const isItsSeal = and(
  eq(changeSeal.id, dataChange.sealId),
  sql`${dataChange.xact} is not distinct from ${changeSeal.xact}`,
)

/** The changes that each of these seals signs, in their order, by the id of the seal. */
export async function changesBySeal(read: Read, ids: readonly number[]) {
  const { sealId, id, tableName: table, act, hash } = dataChange
  const rows =
    ids.length === 0
      ? []
      : await read
          .select({ sealId, id, table, act, hash })
          .from(dataChange)
          .innerJoin(changeSeal, isItsSeal)
          .where(inArray(sealId, [...ids]))
          .orderBy(asc(id))
  return groupedBy(rows, (row) => row.sealId)
}
