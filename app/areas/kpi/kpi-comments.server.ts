import type { Read } from 'db/database'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment, kpiMethod } from 'db/schema/lookups'
import { asc, eq } from 'drizzle-orm'
import { type KpiScope, outcomesOf } from './kpi-outcomes.server'
import type { KpiStanding } from './kpi-row'
import type { KpiSaid } from './kpi-said'

/** One KPI method with what may be said of it and what is said (specification: KPI comment data), and how it stands. */
export interface KpiCommentData {
  method_id: number
  method_name: string
  comment_list: {
    comment_id: number
    comment_domain: string
    comment_value: string
    free_comment_required: boolean
  }[]
  current_comment: KpiSaid | null
  /** Null for what is no NAV, and for one that does not count: it is cancelled. */
  standing: KpiStanding | null
}

/** The comments on each KPI of an object, and how a NAV stands by each. */
export async function kpiComments(
  read: Read,
  objectId: number,
  now: Pick<KpiScope, 'today' | 'timeZone'>,
): Promise<KpiCommentData[]> {
  const [standings, methods, comments, entries] = await Promise.all([
    outcomesOf(read, objectId, now),
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
