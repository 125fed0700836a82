import { batches, insertAll } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { holdReason, whyNoMoney } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { ADMINISTRATION, decidesAlone, oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { canonicalJson } from '~/platform/workflow/event-hash'
import type { RequestedChange, Requester } from './pending-change-event.server'
import { recordChange, recordChanges } from './pending-change-event.server'
import {
  type ChangeKindName,
  changeKind,
  describeChange,
  subjectOf,
  subjectsOf,
} from './pending-change-kinds.server'

type PendingRow = typeof pendingChange.$inferSelect
type Targeted = { kind: string; target: string }

/** Kind and target of a change, as one text. */
const keyOf = ({ kind, target }: Targeted): string => `${kind} ${target}`

/** The waiting changes for the same kind and target as these, by `keyOf`. */
async function waitingFor(
  tx: Transaction,
  changes: readonly Targeted[],
): Promise<ReadonlyMap<string, PendingRow[]>> {
  const targets = JSON.stringify(changes.map(({ kind, target }) => ({ kind, target })))
  const rows = await tx
    .select()
    .from(pendingChange)
    .where(
      and(
        isNull(pendingChange.decision),
        sql`(${pendingChange.kind}, ${pendingChange.target}) in (
          select kind, target from jsonb_to_recordset(${targets}::jsonb) as changed(kind text, target text))`,
      ),
    )
  return groupedBy(rows, keyOf)
}

/**
 * Removes changes that newer ones replace.
 * @throws DomainError forbidden where one concerns the requester's own rights
 */
async function supersede(
  context: TransactionAt,
  rows: readonly PendingRow[],
  requester: Requester | null,
): Promise<void> {
  const { tx, now } = context
  if (rows.length === 0) return
  const subjects = await subjectsOf(tx, rows)
  const own = requester && rows.find((_, at) => subjects[at] === requester.id)
  if (own)
    throw new DomainError(
      'forbidden',
      `${await describeChange(tx, own)}: a change of your own rights is already pending, and you cannot replace it yourself. Have it decided first.`,
    )
  for (const batch of batches(rows))
    await tx
      .update(pendingChange)
      .set({ secret: null, decision: 'superseded', decidedBy: requester?.id ?? null, decidedAt: now })
      .where(
        inArray(
          pendingChange.id,
          batch.map(({ id }) => id),
        ),
      )
  await recordChanges(context, rows, 'SUPERSEDED', requester)
}

/** Stores waiting changes, each with a different target; returns their ids by `keyOf`. */
async function storeChanges(
  context: TransactionAt,
  changes: readonly RequestedChange[],
  requester: Requester | null,
): Promise<ReadonlyMap<string, number>> {
  const { tx, now } = context
  const { id, kind, target } = pendingChange
  const ids = new Map<string, number>()
  for (const batch of batches(changes)) {
    const rows = batch.map((change) => ({
      kind: change.kind,
      target: change.target,
      before: change.before,
      after: change.after,
      comment: change.comment?.trim() ?? '',
      decisionComment: '',
      secret: change.secret ?? null,
      requestedBy: requester?.id ?? null,
      requestedAt: now,
    }))
    const stored = await insertAll<typeof pendingChange, Targeted & { id: string }>(tx, pendingChange, rows, [
      id,
      kind,
      target,
    ])
    for (const row of stored) ids.set(keyOf(row), Number(row.id))
  }
  const recorded = changes.map(({ secret, ...change }) => ({
    ...change,
    id: ids.get(keyOf(change)) ?? null,
    reason: change.comment?.trim() ?? '',
  }))
  await recordChanges(context, recorded, 'REQUESTED', requester)
  return ids
}

/** The kinds among these changes that only the requester decides. */
async function kindsDecidedAlone(
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

/**
 * Puts a change into effect where no one but the requester decides, recorded as approved by the same person; never for
 * the requester's own rights.
 */
async function approveAlone(
  context: TransactionAt,
  change: RequestedChange & { id: number },
  requester: Requester,
): Promise<void> {
  const { tx, now } = context
  const kind = changeKind(change.kind)
  if ((await subjectOf(tx, change)) === requester.id) return
  await kind.check?.(tx, change.target, change.after)
  const { id } = requester
  const secret = change.secret ?? null
  await kind.apply(context, change.target, change.after, {
    requestedBy: id,
    approvedBy: id,
    secret,
    approvedOn: null,
  })
  await tx
    .update(pendingChange)
    .set({ secret: null, decision: 'approved', decidedBy: requester.id, decidedAt: now })
    .where(eq(pendingChange.id, change.id))
  await recordChange(context, { ...change, alone: true }, 'APPROVED', requester)
}

/** The waiting changes, by kind and target: `after` of each as canonical JSON. */
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
 * Submits changes for a second person's approval. A waiting change for the same target is superseded, so that only the
 * newest request can be approved; an identical request is not stored twice. Returns how many were stored. Where no
 * second person exists and the site allows it, they take effect immediately, recorded as requested and approved by one
 * person.
 * @param requester null for the command line
 */
export async function requestChanges(
  context: TransactionAt,
  changes: readonly RequestedChange[],
  requester: Requester | null,
): Promise<number> {
  const { tx } = context
  if (changes.length === 0) return 0
  await oneAtATime(tx)
  if (requester !== null) await requireOpen(context, requester, changes)
  await lockTargets(tx, changes)
  const wishes = [...new Map(changes.map((change) => [keyOf(change), change])).values()]
  const alone = await kindsDecidedAlone(tx, requester, wishes)
  const waiting = await waitingFor(tx, wishes)
  const older = (change: RequestedChange) => waiting.get(keyOf(change)) ?? []
  const sameAs = (change: RequestedChange) =>
    older(change).find(({ after }) => canonicalJson(after) === canonicalJson(change.after))
  const others = wishes.filter((change) => !sameAs(change))
  await supersede(context, others.flatMap(older), requester)
  const stored = await storeChanges(context, others, requester)
  for (const change of wishes) {
    const id = sameAs(change)?.id ?? stored.get(keyOf(change))
    if (requester !== null && alone.has(change.kind) && id !== undefined)
      await approveAlone(context, { ...change, id }, requester)
  }
  return others.length
}

/** The same for one change; returns the outcome, as text that follows "X is to be added: ". */
export async function requestChange(context: UserWriteContext, change: RequestedChange): Promise<string> {
  const { tx, actor } = context
  const becomes = await whatBecomes(tx, change.kind, actor)
  const stored = await requestChanges(context, [change], actor)
  return stored > 0 ? becomes : `this was already requested; ${becomes}`
}

/** What happens to a change of this kind when this user requests it, as text. */
export async function whatBecomes(read: Read, kind: ChangeKindName, { id }: Requester): Promise<string> {
  const { queue } = changeKind(kind)
  if (await decidesAlone(read, id, queue)) return 'it takes effect at once, as there is no second person'
  return queue === ADMINISTRATION
    ? 'it takes effect when another administrator approves it'
    : `it takes effect when a member of ${queue} approves it`
}

/**
 * The requester is half of the four eyes: actions that a reset closes to a user, that user cannot request either.
 * @throws DomainError forbidden
 */
async function requireOpen(
  context: TransactionAt,
  { id }: Requester,
  changes: readonly RequestedChange[],
): Promise<void> {
  const actor = await actorById({ read: context.tx, now: context.now }, id)
  const isMoney = changes.some(({ kind }) => changeKind(kind).isMoney)
  const why = actor && (holdReason(actor) ?? (isMoney ? whyNoMoney(actor) : null))
  if (why) throw new DomainError('forbidden', why, { title: 'Change not requested' })
}

async function lockTargets(tx: Transaction, changes: readonly RequestedChange[]): Promise<void> {
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const targets = changes.filter((change) => change.kind === kind).map(({ target }) => target)
    await changeKind(kind).lock?.(tx, targets)
  }
}
