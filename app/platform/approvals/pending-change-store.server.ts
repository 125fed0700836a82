import { batches, insertAll } from 'db/bulk'
import type { Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { recordChanges } from './pending-change-event.server'
import { describeChange, subjectsOf } from './pending-change-kinds.server'
import type { RequestedChange, Requester } from './requested-change'

type PendingRow = typeof pendingChange.$inferSelect
type Targeted = { kind: string; target: string }

/** What a change is about, as one text. */
export const keyOf = ({ kind, target }: Targeted): string => `${kind} ${target}`

/** The changes that wait for what these are about, by `keyOf`. */
export async function waitingFor(
  tx: Transaction,
  changes: readonly Targeted[],
): Promise<ReadonlyMap<string, PendingRow[]>> {
  const asked = JSON.stringify(changes.map(({ kind, target }) => ({ kind, target })))
  const rows = await tx
    .select()
    .from(pendingChange)
    .where(
      and(
        isNull(pendingChange.decision),
        sql`(${pendingChange.kind}, ${pendingChange.target}) in (
          select kind, target from jsonb_to_recordset(${asked}::jsonb) as asked(kind text, target text))`,
      ),
    )
  const waiting = new Map<string, PendingRow[]>()
  for (const row of rows) waiting.set(keyOf(row), [...(waiting.get(keyOf(row)) ?? []), row])
  return waiting
}

/**
 * Takes changes out of the list, as newer ones come in their place.
 * @throws DomainError forbidden where one is of the requester's own rights
 */
export async function supersede(
  tx: Transaction,
  rows: readonly PendingRow[],
  requester: Requester | null,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const subjects = await subjectsOf(tx, rows)
  const own = requester && rows.find((_, at) => subjects[at] === requester.id)
  if (own)
    throw new DomainError(
      'forbidden',
      `${await describeChange(tx, own)}: a change of your own rights waits, and nobody puts another in its place for themselves. Have it decided first.`,
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
  await recordChanges(tx, rows, 'SUPERSEDED', requester, now)
}

/** Stores changes that wait, no two about the same; answers their ids by `keyOf`. */
export async function storeChanges(
  tx: Transaction,
  changes: readonly RequestedChange[],
  requester: Requester | null,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { id, kind, target } = pendingChange
  const ids = new Map<string, number>()
  for (const batch of batches(changes)) {
    const rows = batch.map((change) => ({
      ...{ kind: change.kind, target: change.target, before: change.before, after: change.after },
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
    said: change.comment?.trim() ?? '',
  }))
  await recordChanges(tx, recorded, 'REQUESTED', requester, now)
  return ids
}
