import type { Read } from 'db/database'
import { appUser, session } from 'db/schema/access'
import { auditCheckpoint, workflowEvent } from 'db/schema/workflow'
import { count, desc, gt, isNull, min, sql } from 'drizzle-orm'
import { livingAt } from '~/areas/access/session-rows.server'
import type { ReadAt } from '~/platform/values/context.server'

/** The state of the site's data. */
export interface SiteState {
  /** Of the database server: "18.1". */
  database: string
  /** Bytes that the database takes. */
  bytes: number
  /** The newest signed checkpoint of the audit trail; null before the first one. */
  checkpoint: { at: Date; lastEventId: number; hash: string } | null
  /** Events since, which wait for the next one, and when the first of them happened. */
  waiting: number
  waitingSince: Date | null
  enabledUsers: number
  /** Sessions that have not ended. */
  sessions: number
  counts: TableCount[]
}

interface TableCount {
  what: string
  rows: number
  /** Rows of large tables are estimated: to count a million takes a second. */
  estimated: boolean
}

const COUNTED = [
  ['workflow_event', 'Events'],
  ['fund_nav', 'NAVs'],
  ['nav_control', 'Controls'],
  ['draft', 'Drafts'],
  ['invoice', 'Invoices'],
  ['payment_run', 'Payment runs'],
  ['budget', 'Budgets'],
  ['entity_process_date', 'Process dates'],
  ['task', 'Tasks'],
  ['document', 'Documents'],
  ['fund', 'Funds'],
  ['legal_entity', 'Legal entities'],
] as const

/** The events after the last one that a checkpoint covers. */
async function eventsWaiting(
  read: Read,
  lastEventId: number,
): Promise<Pick<SiteState, 'waiting' | 'waitingSince'>> {
  const [since] = await read
    .select({ count: count(), first: min(workflowEvent.at) })
    .from(workflowEvent)
    .where(gt(workflowEvent.id, lastEventId))
  return { waiting: Number(since?.count ?? 0), waitingSince: since?.first ?? null }
}

/** Events that wait for a checkpoint. */
export async function waitingEvents(read: Read): Promise<Pick<SiteState, 'waiting' | 'waitingSince'>> {
  const [last] = await read
    .select({ lastEventId: auditCheckpoint.lastEventId })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  return eventsWaiting(read, last?.lastEventId ?? 0)
}

/** Tables with fewer rows are counted. */
const LARGE = 20_000

/** An overview of the data for administrators. */
export async function siteState({ read, now }: ReadAt): Promise<SiteState> {
  const [[server], [checkpoint], users, sessions, counts] = await Promise.all([
    read.execute(
      sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
    ) as Promise<unknown> as Promise<{ version: string; bytes: string }[]>,
    read
      .select({
        at: auditCheckpoint.at,
        lastEventId: auditCheckpoint.lastEventId,
        hash: auditCheckpoint.hash,
      })
      .from(auditCheckpoint)
      .orderBy(desc(auditCheckpoint.id))
      .limit(1),
    read.$count(appUser, isNull(appUser.disabledAt)),
    read.$count(session, livingAt(now)),
    countsOf(read),
  ])
  return {
    ...(await eventsWaiting(read, checkpoint?.lastEventId ?? 0)),
    database: server?.version.split(' ')[0] ?? '',
    bytes: Number(server?.bytes ?? 0),
    checkpoint: checkpoint ?? null,
    enabledUsers: users,
    sessions,
    counts,
  }
}

async function countsOf(read: Read): Promise<TableCount[]> {
  const found: unknown = await read.execute(sql`
    select relname as name, reltuples::bigint as rows from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const estimates = new Map(
    (found as { name: string; rows: string }[]).map((row) => [row.name, Number(row.rows)]),
  )
  return Promise.all(
    COUNTED.map(async ([table, what]) => {
      const estimate = estimates.get(table) ?? 0
      if (estimate >= LARGE) return { what, rows: estimate, estimated: true }
      const counted: unknown = await read.execute(sql`select count(*) as n from ${sql.identifier(table)}`)
      const [{ n } = { n: 0 }] = counted as { n: string | number }[]
      return { what, rows: Number(n), estimated: false }
    }),
  )
}
