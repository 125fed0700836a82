import type { Database, Read } from 'db/database'
import { appUser, session } from 'db/schema/access'
import { auditCheckpoint, workflowEvent } from 'db/schema/workflow'
import { count, desc, gt, isNull, min, sql } from 'drizzle-orm'
import { livingAt } from '~/areas/access/session-rows.server'
import type { ContentStore } from '~/platform/files/content-store.server'
import type { VirusScan } from '~/platform/files/virus-scan'
import { outsideStates } from '~/platform/proof/outside-proof.server'
import type { ReadAt } from '~/platform/values/context.server'

/** How long the database takes to respond, in milliseconds; null where it does not. */
export interface DatabaseAnswers {
  readMs: number | null
  writeMs: number | null
}

/** Queries the database first for reading, then for writing, as a sign of life. */
export async function databaseAnswers(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  clock: () => Date,
): Promise<DatabaseAnswers> {
  const timed = async (ask: () => Promise<unknown>) => {
    const from = clock().getTime()
    try {
      await ask()
      return clock().getTime() - from
    } catch {
      return null
    }
  }
  return {
    readMs: await timed(() => read.execute(sql`select 1`)),
    writeMs: await timed(() => transaction((tx) => tx.execute(sql`select 1`))),
  }
}

/** The longest that the page waits for the scanner or the store of documents, in milliseconds. */
const ANSWER_MS = 2_000

async function within<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  return Promise.race([answer.catch(() => null), tooLate]).finally(() => clearTimeout(timer))
}

/** The virus scanner's name for itself; null where it does not respond, undefined where the site has none. */
export async function scannerAnswers(
  scan: VirusScan | null,
  ms = ANSWER_MS,
): Promise<string | null | undefined> {
  if (scan === null) return undefined
  return within(
    scan(nothing()).then(({ by }) => by),
    ms,
  )
}

/** Whether the store of documents responds; null where documents are kept in the database. */
export async function storeAnswers(
  store: ContentStore | null,
): Promise<{ address: string; answers: boolean } | null> {
  if (store === null) return null
  // No content has this hash: "not found" is answer enough.
  const response = store.bytes('0'.repeat(64), 0, 0).then(() => true)
  return { address: store.address, answers: (await within(response, ANSWER_MS)) === true }
}

/** The places outside that the settings name, and how each took the last checkpoint. */
export async function checkpointRecipients(
  read: Read,
  { tsaUrl, checkpointUrl }: { tsaUrl?: string; checkpointUrl?: string },
) {
  const states = tsaUrl || checkpointUrl ? await outsideStates(read) : []
  const named = [...(tsaUrl ? ['stamp' as const] : []), ...(checkpointUrl ? ['copy' as const] : [])]
  return named.map((place) => ({ place, state: states.find((each) => each.place === place) }))
}

/** An empty file: any result of the scanner is enough. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

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
  const [since] = await read
    .select({ count: count(), first: min(workflowEvent.at) })
    .from(workflowEvent)
    .where(gt(workflowEvent.id, checkpoint?.lastEventId ?? 0))
  return {
    database: server?.version.split(' ')[0] ?? '',
    bytes: Number(server?.bytes ?? 0),
    checkpoint: checkpoint ?? null,
    waiting: Number(since?.count ?? 0),
    waitingSince: since?.first ?? null,
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
