import type { Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { TransactionAt } from '~/platform/values/context.server'
import { dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { recordChange } from './pending-change-event.server'
import { changeKind, describeChange } from './pending-change-kinds.server'
import { whyNotDecide } from './pending-changes.server'

const TITLE = 'Change not decided'

/**
 * Puts a waiting change into effect; returns a short description of it.
 * @throws DomainError forbidden, not-found, or conflict when it no longer fits
 */
export async function approvePendingChange(
  tx: Transaction,
  id: number,
  actor: Actor,
  now: Date,
  timeZone: string,
): Promise<string> {
  const waiting = await lockWaiting(tx, id, {
    decision: 'approved',
    by: actor.id,
    whyNot: decidedBy({ tx, now }, actor),
  })
  if (waiting.decision !== null) return describeChange(tx, waiting)
  const kind = changeKind(waiting.kind)
  const current = await kind.current(tx, waiting.target)
  const change = { ...waiting, ...kind.rebase?.(waiting, current) }
  if (canonicalJson(current) !== canonicalJson(change.before ?? null))
    throw new DomainError(
      'conflict',
      `${await describeChange(tx, change)} was changed since this was requested. Refuse it, and request it again if it is still needed.`,
      { title: TITLE },
    )
  await kind.check?.(tx, change.target, change.after as object)
  await kind.apply(tx, change.target, change.after as object, {
    requestedBy: change.requestedBy,
    approvedBy: actor.id,
    secret: waiting.secret,
    now,
    approvedOn: dayIn(now, timeZone),
  })
  return decide(tx, change, 'APPROVED', { actor, now })
}

/**
 * Refuses a waiting change; returns a short description of it.
 * @param comment the reason, shown to the requester
 * @throws DomainError forbidden, not-found or conflict
 */
export async function refusePendingChange(
  tx: Transaction,
  id: number,
  actor: Actor,
  now: Date,
  comment = '',
): Promise<string> {
  const change = await lockWaiting(tx, id, {
    decision: 'refused',
    by: actor.id,
    whyNot: decidedBy({ tx, now }, actor),
  })
  if (change.decision !== null) return describeChange(tx, change)
  return decide(tx, change, 'REFUSED', { actor, now, comment })
}

/**
 * Withdraws a waiting change of the same user; returns a short description of it.
 * @throws DomainError forbidden, not-found or conflict
 */
export async function withdrawPendingChange(
  { tx, actor, now }: UserWriteContext,
  id: number,
): Promise<string> {
  const whyNot = async ({ requestedBy }: PendingChange) =>
    requestedBy === actor.id
      ? null
      : 'Only the person who requested a change can withdraw it. You may refuse it.'
  const change = await lockWaiting(tx, id, { decision: 'withdrawn', by: actor.id, whyNot })
  if (change.decision !== null) return describeChange(tx, change)
  return decide(tx, change, 'WITHDRAWN', { actor, now })
}

/** A user who waited for the lock may have lost their rights in the meantime: the current rights count. */
const decidedBy =
  (context: TransactionAt, { id }: Actor) =>
  async (change: PendingChange) => {
    const actor = await actorById({ read: context.tx, now: context.now }, id)
    return actor === null ? 'You may no longer decide: your user was disabled.' : whyNotDecide(change, actor)
  }

type PendingChange = typeof pendingChange.$inferSelect

interface Deciding {
  decision: 'approved' | 'refused' | 'withdrawn'
  by: number
  whyNot: (change: PendingChange) => Promise<string | null>
}

/** Locks the change. It may be decided already only by the same user in the same way: the form was sent twice. */
async function lockWaiting(
  tx: Transaction,
  id: number,
  { decision, by: who, whyNot }: Deciding,
): Promise<PendingChange> {
  await oneAtATime(tx)
  const [change] = await tx.select().from(pendingChange).where(eq(pendingChange.id, id)).for('update')
  if (!change) throw new DomainError('not-found', `There is no pending change ${id}.`, { title: TITLE })
  const why = await whyNot(change)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  if (change.decision !== null && !(change.decision === decision && change.decidedBy === who)) {
    const [by] = await tx
      .select({ name: appUser.userName })
      .from(appUser)
      .where(eq(appUser.id, change.decidedBy ?? 0))
    throw new DomainError(
      'conflict',
      `This change was already ${change.decision}${by ? ` by ${by.name}` : ''}.`,
      {
        title: TITLE,
      },
    )
  }
  return change
}

async function decide(
  tx: Transaction,
  change: PendingChange,
  status: 'APPROVED' | 'REFUSED' | 'WITHDRAWN',
  { actor, now, comment = '' }: { actor: Actor; now: Date; comment?: string },
): Promise<string> {
  const what = await describeChange(tx, change)
  await tx
    .update(pendingChange)
    .set({
      secret: null,
      decision: status.toLowerCase(),
      decidedBy: actor.id,
      decidedAt: now,
      decisionComment: comment.trim(),
    })
    .where(eq(pendingChange.id, change.id))
  await recordChange({ tx, now }, change, status, actor, comment.trim())
  return what
}
