import type { Read } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { and, eq, like } from 'drizzle-orm'
import { type WaitingOfKind, waitingOfKind } from '~/platform/approvals/waiting-of-kind.server'
import { BANK_ACCOUNT, targetsOf } from './account'

/** The changes of an entity's bank accounts that wait for a second person, oldest first. */
export const waitingChangesOf = (read: Read, entityId: number): Promise<WaitingOfKind[]> =>
  waitingOfKind(read, BANK_ACCOUNT, targetsOf(entityId))

/** When changes of an entity's bank accounts were approved. */
export async function approvalsOf(read: Read, entityId: number): Promise<Date[]> {
  const rows = await read
    .select({ at: pendingChange.decidedAt })
    .from(pendingChange)
    .where(
      and(
        eq(pendingChange.decision, 'approved'),
        eq(pendingChange.kind, BANK_ACCOUNT),
        like(pendingChange.target, `${targetsOf(entityId)}%`),
      ),
    )
  return rows.flatMap(({ at }) => at ?? [])
}
