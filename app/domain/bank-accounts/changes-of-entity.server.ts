import type { Read } from 'db/doors'
import { appUser, pendingChange } from 'db/schema/access'
import { and, asc, eq, isNull, like } from 'drizzle-orm'
import { BANK_ACCOUNT, targetsOf } from './account'

/** A change of an entity's bank accounts that waits for a second person. */
export interface WaitingAccountChange {
  target: string
  after: unknown
  /** Full name; "Command line" when nobody was logged in. */
  requester: string
  requestedAt: Date
}

/** The changes of an entity's bank accounts that wait, oldest first. */
export async function waitingChangesOf(read: Read, entityId: number): Promise<WaitingAccountChange[]> {
  const rows = await read
    .select({
      target: pendingChange.target,
      after: pendingChange.after,
      requestedAt: pendingChange.requestedAt,
      firstName: appUser.firstName,
      lastName: appUser.lastName,
    })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, pendingChange.requestedBy))
    .where(
      and(
        isNull(pendingChange.decision),
        eq(pendingChange.kind, BANK_ACCOUNT),
        like(pendingChange.target, `${targetsOf(entityId)}%`),
      ),
    )
    .orderBy(asc(pendingChange.id))
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    requester: firstName === null ? 'Command line' : `${firstName} ${lastName}`,
  }))
}

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
