import type { Read } from 'db/doors'
import { appUser, pendingChange } from 'db/schema/access'
import { asc, eq, isNull } from 'drizzle-orm'
import type { DescribedChange } from './change-kind.server'
import { changeKind } from './pending-change-kinds.server'

/** A change that waits for a second person. */
export interface PendingChange {
  id: number
  kind: string
  target: string
  /** "User marie", "Authorisation of marie for navctrl". */
  description: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  requestedBy: number | null
  /** Full name of who requested it; "Command line" when nobody was logged in. */
  requester: string
  requestedAt: Date
  /** Why, in the words of who asked; empty where nothing was said. */
  comment: string
}

/** All changes that wait, in the order in which they were requested. */
export async function pendingChanges(read: Read): Promise<PendingChange[]> {
  const rows = await read
    .select({
      id: pendingChange.id,
      kind: pendingChange.kind,
      target: pendingChange.target,
      before: pendingChange.before,
      after: pendingChange.after,
      requestedBy: pendingChange.requestedBy,
      requestedAt: pendingChange.requestedAt,
      comment: pendingChange.comment,
      firstName: appUser.firstName,
      lastName: appUser.lastName,
    })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, pendingChange.requestedBy))
    .where(isNull(pendingChange.decision))
    .orderBy(asc(pendingChange.id))
  const descriptions = await describeAll(read, rows)
  return rows.map(({ firstName, lastName, before, after, ...row }, at) => ({
    ...row,
    description: descriptions[at] ?? '',
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown>,
    requester: row.requestedBy === null ? 'Command line' : `${firstName ?? ''} ${lastName ?? ''}`.trim(),
  }))
}

/** The words of many changes, asked for once a kind. */
async function describeAll(
  read: Read,
  changes: readonly (DescribedChange & { kind: string })[],
): Promise<string[]> {
  const words = new Map<DescribedChange, string>()
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const own = changes.filter((change) => change.kind === kind)
    const said = await changeKind(kind).describe(read, own)
    for (const [at, change] of own.entries()) words.set(change, said[at] ?? '')
  }
  return changes.map((change) => words.get(change) ?? '')
}
