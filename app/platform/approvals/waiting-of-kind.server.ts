import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, asc, eq, isNull, like } from 'drizzle-orm'
import { dayIn } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { isDeletion } from './deletion'

/** A change that waits for a second person, as those of one kind look at it. */
export interface WaitingOfKind {
  target: string
  /** What is to be stored, or DELETED. */
  after: object
  /** Full name; "Command line" when nobody was logged in. */
  requester: string
  requestedAt: Date
}

/**
 * The changes of one kind that wait, oldest first.
 * @param targets how their targets begin; all of the kind unless told
 */
export async function waitingOfKind(read: Read, changes: string, targets?: string): Promise<WaitingOfKind[]> {
  const { id, kind, target, after, requestedAt, requestedBy, decision } = pendingChange
  const { firstName, lastName } = appUser
  const rows = await read
    .select({ target, after, requestedAt, firstName, lastName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(
      and(
        isNull(decision),
        eq(kind, changes),
        targets === undefined ? undefined : like(target, `${targets}%`),
      ),
    )
    .orderBy(asc(id))
  return rows.map((row) => ({
    target: row.target,
    after: row.after as object,
    requester: row.firstName === null ? 'Command line' : `${row.firstName} ${row.lastName}`,
    requestedAt: row.requestedAt,
  }))
}

/**
 * What stands beside the row that it is about: "Change requested by Ann Bo, 21/11/2026", the day in the site's zone; null
 * without one.
 */
export function waitingWords(change: WaitingOfKind | undefined, timeZone: string): string | null {
  if (!change) return null
  const what = isDeletion(change.after) ? 'Deletion' : 'Change'
  return `${what} requested by ${change.requester}, ${showDay(dayIn(change.requestedAt, timeZone))}`
}
