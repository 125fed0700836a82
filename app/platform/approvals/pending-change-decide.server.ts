import type { Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { actorById } from '~/areas/access/actor-by-id.server'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
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
export async function approvePendingChange(context: UserWriteContext, id: number): Promise<string> {
  const { tx, actor, today } = context
  const waiting = await lockWaiting(tx, id, {
    decision: 'approved',
    by: actor.id,
    whyNot: decidedBy(context),
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
  await kind.apply(context, change.target, change.after as object, {
    requestedBy: change.requestedBy,
    approvedBy: actor.id,
    secret: waiting.secret,
    approvedOn: today,
  })
  return decide(context, change, 'APPROVED')
}

/**
 * Refuses a waiting change; returns a short description of it.
 * @param comment the reason, shown to the requester
 * @throws DomainError forbidden, not-found or conflict
 */
export async function refusePendingChange(
  context: UserWriteContext,
  id: number,
  comment = '',
): Promise<string> {
  const { tx, actor } = context
  const change = await lockWaiting(tx, id, {
    decision: 'refused',
    by: actor.id,
    whyNot: decidedBy(context),
  })
  if (change.decision !== null) return describeChange(tx, change)
  return decide(context, change, 'REFUSED', comment)
}

/**
 * Withdraws a waiting change of the same user; returns a short description of it.
 * @throws DomainError forbidden, not-found or conflict
 */
export async function withdrawPendingChange(context: UserWriteContext, id: number): Promise<string> {
  const { tx, actor } = context
  const whyNot = async ({ requestedBy }: PendingChange) =>
    requestedBy === actor.id
      ? null
      : 'Only the person who requested a change can withdraw it. You may refuse it.'
  const change = await lockWaiting(tx, id, { decision: 'withdrawn', by: actor.id, whyNot })
  if (change.decision !== null) return describeChange(tx, change)
  return decide(context, change, 'WITHDRAWN')
}

/** A user who waited for the lock may have lost their rights in the meantime: the current rights count. */
const decidedBy =
  ({ tx, now, actor: { id } }: UserWriteContext) =>
  async (change: PendingChange) => {
    const actor = await actorById({ read: tx, now }, id)
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
  context: UserWriteContext,
  change: PendingChange,
  status: 'APPROVED' | 'REFUSED' | 'WITHDRAWN',
  comment = '',
): Promise<string> {
  const { tx, actor, now } = context
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
  await recordChange(context, change, status, actor, comment.trim())
  return what
}
