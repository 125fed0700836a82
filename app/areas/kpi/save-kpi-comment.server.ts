import type { Transaction } from 'db/database'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment, kpiMethod } from 'db/schema/lookups'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { kpiConflict } from './kpi-conflict.server'
import { type KpiSaid, sameSaid } from './kpi-said'

export interface KpiCommentInput {
  objectId: number
  kpiMethodId: number
  kpiCommentId: number
  kpiCommentLog: string
  /** What was said when the form was shown, null for nothing; left out when the caller did not say: nothing is compared. */
  seen?: KpiSaid | null
  idempotencyKey: string | null
}

/** Title of every refusal of a comment (specification, section 8). */
export const KPI_REFUSED = 'Kpi Comment'

/**
 * Saves the comment on one KPI of an object, once for its key; the event keeps what it was. Nothing is written when the
 * same is said already.
 * @throws DomainError invalid, with a sentence for each field; conflict, with the versions as details, when somebody
 * else said something since
 */
export async function saveKpiComment(
  tx: Transaction,
  actor: Actor,
  { idempotencyKey, ...input }: KpiCommentInput,
  now: Date,
): Promise<void> {
  if (idempotencyKey === null) return save(tx, actor, input, now)
  // Other words are another comment, even out of a form that a browser kept.
  const action = `kpi comment ${sha256(canonicalJson({ seen: null, ...input }))}`
  await once(tx, { key: idempotencyKey, userId: actor.id, action, now }, () => save(tx, actor, input, now))
}

async function save(
  tx: Transaction,
  actor: Actor,
  { objectId, kpiMethodId, kpiCommentId, kpiCommentLog, seen }: Omit<KpiCommentInput, 'idempotencyKey'>,
  now: Date,
): Promise<void> {
  const [method] = await tx.select().from(kpiMethod).where(eq(kpiMethod.id, kpiMethodId))
  const [comment] = await tx.select().from(kpiComment).where(eq(kpiComment.id, kpiCommentId))
  if (!method || !comment)
    throw new DomainError('invalid', 'Choose a comment of the list.', {
      title: KPI_REFUSED,
      fields: { kpiCommentId: 'Choose a comment of the list' },
    })
  const log = kpiCommentLog.trim()
  if (comment.freeCommentRequired && log === '')
    throw new DomainError('invalid', `"${comment.value}" needs a free text: say what happened.`, {
      title: KPI_REFUSED,
      fields: { kpiCommentLog: `"${comment.value}" needs a free text` },
    })
  const instance = await lockInstance(tx, objectId)
  const key = and(eq(kpiCommentEntry.objectId, objectId), eq(kpiCommentEntry.methodId, kpiMethodId))
  const [was] = await tx.select().from(kpiCommentEntry).where(key)
  const stored = was ? { comment_id: was.commentId, comment_log: was.log } : null
  const yours = { comment_id: kpiCommentId, comment_log: log }
  if (sameSaid(stored, yours)) return
  if (seen !== undefined && !sameSaid(stored, seen))
    throw await kpiConflict(tx, method.name, { opened: seen, stored, yours, by: was?.userId ?? null })
  const entry = { commentId: kpiCommentId, log, userId: actor.id, at: now }
  await tx
    .insert(kpiCommentEntry)
    .values({ objectId, methodId: kpiMethodId, ...entry })
    .onConflictDoUpdate({ target: [kpiCommentEntry.objectId, kpiCommentEntry.methodId], set: entry })
  await moveInstance(tx, instance, {
    type: 'act',
    name: 'kpi comment',
    to: instance,
    who: actor,
    log: `${method.name}: ${comment.value}${log === '' ? '' : `. ${log}`}`,
    data: {
      kpiMethodId,
      kpiCommentId,
      kpiCommentLog: log,
      wasCommentId: was?.commentId ?? null,
      wasLog: was?.log ?? null,
    },
    now,
  })
}
