import type { Transaction } from 'db/database'
import { recordChange } from './pending-change-event.server'
import { changeKind } from './pending-change-kinds.server'
import type { RequestedChange, Requester } from './requested-change'

/** Makes a change take effect at once; only for a site that has nobody who could be the second person. */
export async function changeAtOnce(
  tx: Transaction,
  change: RequestedChange,
  who: Requester | null,
  now: Date,
): Promise<void> {
  await changeKind(change.kind).apply(tx, change.target, change.after, {
    requestedBy: who?.id ?? null,
    approvedBy: null,
    secret: change.secret ?? null,
    now,
    approvedOn: null,
  })
  await recordChange(tx, { ...change, id: null }, 'IN FORCE', who, now)
}
