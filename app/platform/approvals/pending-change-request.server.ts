import type { Read, Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { isNull } from 'drizzle-orm'
import { actorById } from '~/areas/access/actor-by-id.server'
import { whyHeldBack, whyNoMoney } from '~/areas/access/held-back'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { decidesAlone } from '~/areas/access/second-person.server'
import { ADMINISTRATION } from '~/areas/users/user-change-kinds.server'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { approveAlone, kindsDecidedAlone } from './pending-change-alone.server'
import { type ChangeKindName, changeKind } from './pending-change-kinds.server'
import { keyOf, storeChanges, supersede, waitingFor } from './pending-change-store.server'
import type { RequestedChange, Requester } from './requested-change'

/** The changes that wait, by kind and target: `after` of each as canonical JSON. */
export async function waitingChanges(
  read: Read,
): Promise<(change: { kind: string; target: string }) => string | null> {
  const rows = await read
    .select({ kind: pendingChange.kind, target: pendingChange.target, after: pendingChange.after })
    .from(pendingChange)
    .where(isNull(pendingChange.decision))
  const waiting = new Map(rows.map((row) => [keyOf(row), canonicalJson(row.after)]))
  return (change) => waiting.get(keyOf(change)) ?? null
}

/**
 * Lets changes wait for a second person. One that waits already for the same target is superseded, so that only the
 * newest wish can be approved; the very same wish is not stored twice. Answers how many were stored. Where nobody could
 * be the second person and the site says so, they take effect at once, recorded as requested and approved by one person.
 * @param requester null for the command line
 */
export async function requestChanges(
  tx: Transaction,
  changes: readonly RequestedChange[],
  requester: Requester | null,
  now: Date,
): Promise<number> {
  if (changes.length === 0) return 0
  await oneAtATime(tx)
  if (requester !== null) await requireOpen(tx, requester, changes, now)
  await lockTargets(tx, changes)
  const wishes = [...new Map(changes.map((change) => [keyOf(change), change])).values()]
  const alone = await kindsDecidedAlone(tx, requester, wishes)
  const waiting = await waitingFor(tx, wishes)
  const older = (change: RequestedChange) => waiting.get(keyOf(change)) ?? []
  const sameAs = (change: RequestedChange) =>
    older(change).find(({ after }) => canonicalJson(after) === canonicalJson(change.after))
  const others = wishes.filter((change) => !sameAs(change))
  await supersede(tx, others.flatMap(older), requester, now)
  const stored = await storeChanges(tx, others, requester, now)
  for (const change of wishes) {
    const id = sameAs(change)?.id ?? stored.get(keyOf(change))
    if (requester !== null && alone.has(change.kind) && id !== undefined)
      await approveAlone(tx, { ...change, id }, requester, now)
  }
  return others.length
}

/** The same for one change; answers what became of it, in words that follow "X is to be added: ". */
export async function requestChange(
  tx: Transaction,
  change: RequestedChange,
  { actor, now, comment }: { actor: Requester; now: Date; comment?: string },
): Promise<string> {
  const becomes = await whatBecomes(tx, change.kind, actor)
  const stored = await requestChanges(tx, [{ comment, ...change }], actor, now)
  return stored > 0 ? becomes : `this was requested already; ${becomes}`
}

/** What becomes of a change of this kind that this person requests, in words. */
export async function whatBecomes(read: Read, kind: ChangeKindName, { id }: Requester): Promise<string> {
  const { queue } = changeKind(kind)
  if (await decidesAlone(read, id, queue)) return 'in force at once, as there is no second person'
  return queue === ADMINISTRATION
    ? 'it takes effect when another administrator approves it'
    : `it takes effect when a member of ${queue} approves it`
}

/**
 * Whoever asks is half of the four eyes: what a reset closes to somebody they do not ask for, either.
 * @throws DomainError forbidden
 */
async function requireOpen(
  tx: Transaction,
  { id }: Requester,
  changes: readonly RequestedChange[],
  now: Date,
): Promise<void> {
  const actor = await actorById(tx, id, now)
  const isMoney = changes.some(({ kind }) => changeKind(kind).isMoney)
  const why = actor && (whyHeldBack(actor) ?? (isMoney ? whyNoMoney(actor) : null))
  if (why) throw new DomainError('forbidden', why, { title: 'Change not requested' })
}

async function lockTargets(tx: Transaction, changes: readonly RequestedChange[]): Promise<void> {
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const targets = changes.filter((change) => change.kind === kind).map(({ target }) => target)
    await changeKind(kind).lock?.(tx, targets)
  }
}
