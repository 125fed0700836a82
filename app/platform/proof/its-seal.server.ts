import { changeSeal, dataChange } from 'db/schema/evidence'
import { and, eq, sql } from 'drizzle-orm'

/**
 * Whether a seal is that of a change: both are of one transaction. A change with the number of another transaction's
 * seal was not written by the application.
 */
export const isItsSeal = and(
  eq(changeSeal.id, dataChange.sealId),
  sql`${dataChange.xact} is not distinct from ${changeSeal.xact}`,
)
