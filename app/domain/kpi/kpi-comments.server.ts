import type { Read, Transaction } from 'db/doors'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment, kpiMethod } from 'db/schema/lookups'
import { and, asc, eq } from 'drizzle-orm'
import type { Actor } from '~/domain/access/actor'
import { DomainError } from '~/domain/values/domain-error'
import { lockInstance, moveInstance } from '~/domain/workflow/instance.server'

/** One KPI method with what may be said of it and what is said (specification: KPI comment data). */
export interface KpiCommentData {
  method_id: number
  method_name: string
  comment_list: {
    comment_id: number
    comment_domain: string
    comment_value: string
    free_comment_required: boolean
  }[]
  current_comment: { comment_id: number; comment_log: string } | null
}

/** The comments on each KPI of an object. */
export async function kpiComments(read: Read, objectId: number): Promise<KpiCommentData[]> {
  const [methods, comments, entries] = await Promise.all([
    read.select().from(kpiMethod).orderBy(asc(kpiMethod.id)),
    read.select().from(kpiComment).orderBy(asc(kpiComment.id)),
    read.select().from(kpiCommentEntry).where(eq(kpiCommentEntry.objectId, objectId)),
  ])
  const comment_list = comments.map(({ id, domain, value, freeCommentRequired }) => ({
    comment_id: id,
    comment_domain: domain,
    comment_value: value,
    free_comment_required: freeCommentRequired,
  }))
  return methods.map(({ id, name }) => {
    const entry = entries.find(({ methodId }) => methodId === id)
    return {
      method_id: id,
      method_name: name,
      comment_list,
      current_comment: entry ? { comment_id: entry.commentId, comment_log: entry.log } : null,
    }
  })
}

export interface KpiCommentInput {
  objectId: number
  kpiMethodId: number
  kpiCommentId: number
  kpiCommentLog: string
}

const TITLE = 'Kpi Comment'

/** Saves the comment on one KPI of an object; the event keeps what it was. */
export async function saveKpiComment(
  tx: Transaction,
  actor: Actor,
  input: KpiCommentInput,
  now: Date,
): Promise<void> {
  const [method] = await tx.select().from(kpiMethod).where(eq(kpiMethod.id, input.kpiMethodId))
  const [comment] = await tx.select().from(kpiComment).where(eq(kpiComment.id, input.kpiCommentId))
  if (!method || !comment)
    throw new DomainError('invalid', 'Choose a comment of the list.', {
      title: TITLE,
      fields: { kpiCommentId: 'Choose a comment of the list' },
    })
  const log = input.kpiCommentLog.trim()
  if (comment.freeCommentRequired && log === '')
    throw new DomainError('invalid', `"${comment.value}" needs a free text: say what happened.`, {
      title: TITLE,
      fields: { kpiCommentLog: `"${comment.value}" needs a free text` },
    })
  const instance = await lockInstance(tx, input.objectId)
  const key = and(
    eq(kpiCommentEntry.objectId, input.objectId),
    eq(kpiCommentEntry.methodId, input.kpiMethodId),
  )
  const [was] = await tx.select().from(kpiCommentEntry).where(key)
  const entry = { commentId: input.kpiCommentId, log, userId: actor.id, at: now }
  await tx
    .insert(kpiCommentEntry)
    .values({ objectId: input.objectId, methodId: input.kpiMethodId, ...entry })
    .onConflictDoUpdate({ target: [kpiCommentEntry.objectId, kpiCommentEntry.methodId], set: entry })
  await moveInstance(tx, instance, {
    type: 'act',
    name: 'kpi comment',
    to: instance,
    who: actor,
    log: `${method.name}: ${comment.value}${log === '' ? '' : `. ${log}`}`,
    data: {
      kpiMethodId: input.kpiMethodId,
      kpiCommentId: input.kpiCommentId,
      kpiCommentLog: log,
      wasCommentId: was?.commentId ?? null,
      wasLog: was?.log ?? null,
    },
    now,
  })
}
