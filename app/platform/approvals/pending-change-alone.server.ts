import type { Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { decidesAlone } from '~/areas/access/second-person.server'
import { recordChange } from './pending-change-event.server'
import { type ChangeKindName, changeKind, subjectOf } from './pending-change-kinds.server'
import type { RequestedChange, Requester } from './requested-change'

/** The kinds among these changes that whoever asks for them decides, too. */
export async function kindsDecidedAlone(
  tx: Transaction,
  requester: Requester | null,
  changes: readonly RequestedChange[],
): Promise<Set<ChangeKindName>> {
  const alone = new Set<ChangeKindName>()
  if (requester === null) return alone
  for (const kind of new Set(changes.map((change) => change.kind)))
    if (await decidesAlone(tx, requester.id, changeKind(kind).queue)) alone.add(kind)
  return alone
}

/** Lets a change take effect that its requester decides, too, recorded as approved by the same person; nobody's own rights. */
export async function approveAlone(
  tx: Transaction,
  change: RequestedChange & { id: number },
  requester: Requester,
  now: Date,
): Promise<void> {
  const kind = changeKind(change.kind)
  if ((await subjectOf(tx, change)) === requester.id) return
  await kind.check?.(tx, change.target, change.after)
  const { id } = requester
  const secret = change.secret ?? null
  await kind.apply(tx, change.target, change.after, {
    ...{ requestedBy: id, approvedBy: id, secret, now, approvedOn: null },
  })
  await tx
    .update(pendingChange)
    .set({ secret: null, decision: 'approved', decidedBy: requester.id, decidedAt: now })
    .where(eq(pendingChange.id, change.id))
  await recordChange(tx, { ...change, alone: true }, 'APPROVED', requester, now)
}
