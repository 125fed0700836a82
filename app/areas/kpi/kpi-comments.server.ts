import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment, kpiMethod } from 'db/schema/lookups'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import type { Context } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { ChangedField } from '~/platform/workflow/versions.server'
import { type KpiResult, plainLog, type StoredKpiComment, sameComment } from './kpi'
import { outcomesOf } from './kpi-outcomes.server'

/** One KPI method with its possible comments and the stored one (specification: KPI comment data), and its result. */
export interface KpiCommentData {
  method_id: number
  method_name: string
  comment_list: {
    comment_id: number
    comment_domain: string
    comment_value: string
    free_comment_required: boolean
  }[]
  current_comment: StoredKpiComment | null
  /** Null for an object that is not a NAV, and for one that does not count because it is cancelled. */
  standing: KpiResult | null
}

/** The comments on each KPI of an object, and the results of a NAV by each. */
export async function kpiComments(context: Context, objectId: number): Promise<KpiCommentData[]> {
  const { read } = context
  const [standings, methods, comments, entries] = await Promise.all([
    outcomesOf(context, objectId),
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
      standing: standings.get(id) ?? null,
    }
  })
}

interface KpiVersions {
  /** The comment that the form showed; null for none. */
  opened: StoredKpiComment | null
  stored: StoredKpiComment | null
  yours: StoredKpiComment
  /** Id of the user who wrote the stored comment. */
  by: number | null
}

/**
 * The refusal of a comment on a KPI that another user has commented on since: who, and what, as `details.versions`;
 * `details.seen` is the value with which to send the comment again.
 */
async function kpiConflict(
  read: Read,
  method: string,
  { opened, stored, yours, by }: KpiVersions,
): Promise<DomainError> {
  const ids = [opened, stored, yours].flatMap((version) => version?.comment_id ?? [])
  const comments = await read.select().from(kpiComment).where(inArray(kpiComment.id, ids))
  const wordsOf = (version: StoredKpiComment | null) =>
    comments.find(({ id }) => id === version?.comment_id)?.value ?? ''
  const logOf = (version: StoredKpiComment | null) => (version === null ? '' : plainLog(version))
  const versions = [
    changedField('kpiCommentId', 'Comment', [opened, stored, yours].map(wordsOf)),
    changedField('kpiCommentLog', 'Free text', [opened, stored, yours].map(logOf)),
  ].filter((each) => each !== null)
  const [user] = await read
    .select({ name: fullName })
    .from(appUser)
    .where(eq(appUser.id, by ?? 0))
  return new DomainError(
    'conflict',
    `${method} was commented on by ${user?.name ?? 'someone else'} after you opened it. Compare the versions, then save yours or use the stored one.`,
    { title: 'Kpi Comment', details: { seen: stored, versions } },
  )
}

function changedField(field: string, label: string, values: string[]): ChangedField | null {
  const [opened = '', stored = '', yours = ''] = values
  const [byThem, byYou] = [opened !== stored, opened !== yours]
  if (!byThem && !byYou) return null
  return {
    field,
    label,
    opened,
    stored,
    yours,
    changed: byThem && byYou ? 'both' : byThem ? 'only they' : 'only you',
  }
}

export interface KpiCommentInput {
  objectId: number
  kpiMethodId: number
  kpiCommentId: number
  kpiCommentLog: string
  /**
   * The comment when the form was shown, null for none; left out when the caller did not send it: then nothing is
   * compared.
   */
  seen?: StoredKpiComment | null
}

/** Title of every refusal of a comment (specification, section 8). */
export const KPI_REFUSED = 'Kpi Comment'

/**
 * Saves the comment on one KPI of an object, once for its key; the event keeps the earlier one. Nothing is written when
 * the same comment is already stored.
 * @throws DomainError invalid, with a sentence for each field; conflict, with the versions as details, when another
 * user commented since
 */
export async function saveKpiComment(context: UserWriteContext, input: KpiCommentInput): Promise<void> {
  // A different text is a different comment, even from a form restored by the browser.
  const action = `kpi comment ${sha256(canonicalJson({ seen: null, ...input }))}`
  await withIdempotencyKey(context, action, () => save(context, input))
}

async function save(
  { tx, actor, now }: UserWriteContext,
  { objectId, kpiMethodId, kpiCommentId, kpiCommentLog, seen }: Omit<KpiCommentInput, 'idempotencyKey'>,
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
    throw new DomainError('invalid', `"${comment.value}" needs a free text: enter what happened.`, {
      title: KPI_REFUSED,
      fields: { kpiCommentLog: `"${comment.value}" needs a free text` },
    })
  const instance = await lockInstance(tx, objectId)
  const key = and(eq(kpiCommentEntry.objectId, objectId), eq(kpiCommentEntry.methodId, kpiMethodId))
  const [was] = await tx.select().from(kpiCommentEntry).where(key)
  const stored = was ? { comment_id: was.commentId, comment_log: was.log } : null
  const yours = { comment_id: kpiCommentId, comment_log: log }
  if (sameComment(stored, yours)) return
  if (seen !== undefined && !sameComment(stored, seen))
    throw await kpiConflict(tx, method.name, { opened: seen, stored, yours, by: was?.userId ?? null })
  const entry = { commentId: kpiCommentId, log, userId: actor.id, at: now }
  await tx
    .insert(kpiCommentEntry)
    .values({ objectId, methodId: kpiMethodId, ...entry })
    .onConflictDoUpdate({ target: [kpiCommentEntry.objectId, kpiCommentEntry.methodId], set: entry })
  await recordAct(tx, instance, {
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
