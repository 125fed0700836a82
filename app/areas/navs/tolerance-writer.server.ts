import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, desc, eq } from 'drizzle-orm'
import { fullName } from '~/areas/access/full-name.server'
import { RULE_TOLERANCE } from './set-tolerance'

/** Who asked for what is stored of a value, or for its deletion; null for one that was never changed. */
export async function toleranceWriter(read: Read, target: string): Promise<string | null> {
  const { kind, decision, decidedAt, requestedBy } = pendingChange
  const [change] = await read
    .select({ who: fullName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(eq(kind, RULE_TOLERANCE), eq(pendingChange.target, target), eq(decision, 'approved')))
    .orderBy(desc(decidedAt))
    .limit(1)
  return change?.who ?? null
}
