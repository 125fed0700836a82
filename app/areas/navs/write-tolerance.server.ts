import type { Transaction } from 'db/database'
import { ruleTolerance } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import type { SetTolerance } from './set-tolerance'

/** Stores a value of a tolerance as it is from now on; a new one for the id null. */
export async function writeTolerance(
  tx: Transaction,
  id: number | null,
  { tolerance, level, subject, value, validFrom, validTo }: SetTolerance,
): Promise<void> {
  const row = { key: tolerance, level, levelValue: subject ?? '', value, validFrom, validTo }
  if (id === null) await tx.insert(ruleTolerance).values(row)
  else await tx.update(ruleTolerance).set(row).where(eq(ruleTolerance.id, id))
}

/** Deletes a value: what is set for a wider level counts, or else the rule table. */
export async function deleteTolerance(tx: Transaction, id: number): Promise<void> {
  await tx.delete(ruleTolerance).where(eq(ruleTolerance.id, id))
}
