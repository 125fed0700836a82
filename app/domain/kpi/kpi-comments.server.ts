import type { Read } from 'db/doors'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment, kpiMethod } from 'db/schema/lookups'
import { asc, eq } from 'drizzle-orm'
import type { KpiSaid } from './kpi-said'

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
  current_comment: KpiSaid | null
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
