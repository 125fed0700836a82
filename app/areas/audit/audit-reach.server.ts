import type { Read } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import type { ListQuery } from '~/platform/lists/list-query'
import { whereSql } from '~/platform/lists/sql-where.server'
import type { AuditMark } from './audit-mark.server'
import { type AuditBounds, auditScope, MOST_SEARCHED } from './audit-scope.server'

/** How far back a text was looked for. */
export interface AuditReach {
  /** Events that the other filters leave. */
  events: number
  searched: number
  /** The oldest of those that were looked through, behind which a search may go on; null when these were all. */
  back: AuditMark | null
}

/** How far back a query looks for a text; null when it looks for none, and so finds all there are. */
export async function auditReach(
  read: Read,
  query: ListQuery,
  timeZone: string,
  { before = null, most = MOST_SEARCHED }: AuditBounds = {},
): Promise<AuditReach | null> {
  const { where, bounded } = await auditScope(read, query, timeZone, before)
  if (!bounded) return null
  const [counted, oldest] = await Promise.all([
    read.execute(sql`select count(*) as n from ${workflowEvent}${whereSql(where)}`),
    read.execute(sql`select id, at from ${workflowEvent}${whereSql(where)}
      order by ${workflowEvent.at} desc, ${workflowEvent.id} desc limit 1 offset ${most - 1}`),
  ])
  const [{ n } = { n: 0 }] = counted as unknown as { n: string | number }[]
  const [last] = oldest as unknown as { id: string; at: string }[]
  const events = Number(n)
  return {
    events,
    searched: Math.min(events, most),
    back: last && events > most ? { id: Number(last.id), at: new Date(last.at) } : null,
  }
}
