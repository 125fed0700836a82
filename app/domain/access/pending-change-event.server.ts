import type { Transaction } from 'db/doors'
import { sql } from 'drizzle-orm'
import { REFERENCE_OBJECT_ID, userObjectId } from '~/domain/lookups/audit-subjects'
import { appendEvent } from '~/domain/workflow/append-event.server'
import { canonicalJson } from '~/domain/workflow/event-hash'
import type { EventClass } from '~/domain/workflow/types'
import { changeKind, describeChange, subjectOf } from './pending-change-kinds.server'

/**
 * Imports, requests and decisions go one after the other: each compares with what is stored before it writes.
 * The lock is the one that an event of the reference chain takes anyway.
 */
export async function oneAtATime(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REFERENCE_OBJECT_ID})`)
}

export type ChangeStatus = 'REQUESTED' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN' | 'SUPERSEDED' | 'IN FORCE'

const CLASS: Record<ChangeStatus, EventClass> = {
  REQUESTED: 'pending',
  APPROVED: 'success',
  REFUSED: 'failed',
  WITHDRAWN: 'invalidated',
  SUPERSEDED: 'invalidated',
  'IN FORCE': 'success',
}

/** What is in the event: enough to prove who asked for what, and who decided. */
export interface RecordedChange {
  /** Null for a change that took effect without waiting. */
  id: number | null
  kind: string
  target: string
  before: unknown
  after: unknown
  /** Approved by who requested it, as there was nobody else. */
  alone?: boolean
}

/**
 * Writes the event of a change to the chain of its user, or to the reference chain while there is no such user.
 * @param comment why, in the words of whoever did it
 */
export async function recordChange(
  tx: Transaction,
  change: RecordedChange,
  status: ChangeStatus,
  who: { id: number; fullName: string } | null,
  now: Date,
  comment = '',
): Promise<void> {
  const userId = await subjectOf(tx, change)
  await appendEvent(tx, {
    objectKind: userId === null ? 'reference' : 'user',
    objectId: userId === null ? REFERENCE_OBJECT_ID : userObjectId(userId),
    round: 1,
    type: 'act',
    name: `change ${status.toLowerCase()}`,
    at: now,
    who,
    queue: changeKind(change.kind).queue,
    status,
    class: CLASS[status],
    log: `${await describeChange(tx, change)}: ${status.toLowerCase()}${change.alone ? ' without a second person' : ''}${comment === '' ? '' : `. ${comment}`}`,
    data: {
      change: change.id,
      kind: change.kind,
      target: change.target,
      before: canonicalJson(change.before ?? null),
      after: canonicalJson(change.after),
      ...(change.alone ? { alone: true } : {}),
    },
  })
}
