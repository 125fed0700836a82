import type { TransactionAt } from '~/platform/values/context.server'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { appendEvents, lockChains } from '~/platform/workflow/history.server'
import { REFERENCE_DATA, userSubject } from '~/platform/workflow/record-act.server'
import type { EventClass, NewEvent } from '~/platform/workflow/types'
import { type ChangeKindName, changeKind, describeChanges, subjectsOf } from './pending-change-kinds.server'

/** A requested change. */
export interface RequestedChange {
  kind: ChangeKindName
  target: string
  /** The stored values; null for something new. */
  before: object | null
  after: object
  /** The reason, for the users who decide. */
  comment?: string
  /** Data that takes effect with it and is in no event chain: the hash of a one-time password. */
  secret?: string
}

/** The user who requests a change. */
export interface Requester {
  id: number
  fullName: string
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

/** Data of the event: proves who requested what, and who decided. */
export interface RecordedChange {
  /** Null for a change that took effect without waiting. */
  id: number | null
  kind: string
  target: string
  before: unknown
  after: unknown
  /** Approved by its requester, as there was no other user. */
  alone?: boolean
}

/**
 * Writes an event for each change to the chain of its user, or to the reference chain while that user does not exist.
 * @param reason the reason, as the user wrote it
 */
export async function recordChanges(
  { tx, now }: TransactionAt,
  changes: readonly (RecordedChange & { reason?: string })[],
  status: ChangeStatus,
  who: { id: number; fullName: string } | null,
): Promise<void> {
  if (changes.length === 0) return
  const subjects = await subjectsOf(tx, changes)
  const titles = await describeChanges(tx, changes)
  const events = changes.map(({ reason = '', ...change }, at) => {
    const userId = subjects[at] ?? null
    const event: NewEvent = {
      type: 'act',
      name: `change ${status.toLowerCase()}`,
      to: { queue: changeKind(change.kind).queue, status, class: CLASS[status] },
      who,
      log: `${titles[at]}: ${status.toLowerCase()}${change.alone ? ' without a second person' : ''}${reason === '' ? '' : `. ${reason}`}`,
      data: {
        change: change.id,
        kind: change.kind,
        target: change.target,
        before: canonicalJson(change.before ?? null),
        after: canonicalJson(change.after),
        ...(change.alone ? { alone: true } : {}),
      },
      now,
    }
    return { subject: userId === null ? REFERENCE_DATA : userSubject(userId), event }
  })
  await lockChains(
    tx,
    events.map(({ subject }) => subject.objectId),
  )
  await appendEvents(tx, events)
}

/** Does the same for one change. */
export async function recordChange(
  context: TransactionAt,
  change: RecordedChange,
  status: ChangeStatus,
  who: { id: number; fullName: string } | null,
  reason = '',
): Promise<void> {
  await recordChanges(context, [{ ...change, reason }], status, who)
}

/** Puts a change into effect immediately; only for sites where no second person exists. */
export async function applyImmediately(
  context: TransactionAt,
  change: RequestedChange,
  who: Requester | null,
): Promise<void> {
  await changeKind(change.kind).apply(context, change.target, change.after, {
    requestedBy: who?.id ?? null,
    approvedBy: null,
    secret: change.secret ?? null,
    approvedOn: null,
  })
  await recordChange(context, { ...change, id: null }, 'IN FORCE', who)
}
