import type { Read } from 'db/doors'
import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import type { ListQuery } from '~/domain/lists/list-query'
import { whereSql } from '~/domain/lists/sql-where.server'
import { auditScope, MOST_SEARCHED } from './audit-scope.server'

/** How far back a text was looked for. */
export interface AuditReach {
  /** Events that the other filters leave. */
  events: number
  searched: number
  /** When the oldest of those happened that were looked through; null when these were all. */
  back: Date | null
}

/** How far back a query looks for a text; null when it looks for none, and so finds all there are. */
export async function auditReach(
  read: Read,
  query: ListQuery,
  timeZone: string,
  most = MOST_SEARCHED,
): Promise<AuditReach | null> {
  const { where, bounded } = await auditScope(read, query, timeZone)
  if (!bounded) return null
  const [counted, oldest] = await Promise.all([
    read.execute(sql`select count(*) as n from ${workflowEvent}${whereSql(where)}`),
    read.execute(sql`select at from ${workflowEvent}${whereSql(where)}
      order by ${workflowEvent.at} desc, ${workflowEvent.id} desc limit 1 offset ${most - 1}`),
  ])
  const [{ n } = { n: 0 }] = counted as unknown as { n: string | number }[]
  const [last] = oldest as unknown as { at: string }[]
  const events = Number(n)
  return {
    events,
    searched: Math.min(events, most),
    back: last && events > most ? new Date(last.at) : null,
  }
}
