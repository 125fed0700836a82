import { createHash } from 'node:crypto'
import type { Database, Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { replayRun } from 'db/schema/replay'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { ENGINE_VERSION } from '~/areas/navs/rules/catalogue'
import {
  cancelJob,
  type JobKind,
  type JobStatus,
  type OnProgress,
  type RunningJob,
  reserveJob,
  runJob,
} from '~/platform/jobs/jobs.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import type { ReplayWorkers } from './worker/jobs'

export type RunKind = 'replay' | 'curve' | 'detection' | 'suggestions'

/** A run as lists and pages show it. */
export interface Run {
  id: number
  kind: RunKind
  criteria: unknown
  engineVersion: number
  status: JobStatus
  total: number
  done: number
  fingerprint: string | null
  digest: string | null
  note: string
  requester: string
  requestedBy: number | null
  requestedAt: Date
  /** When the process that works on it last reported. */
  beatAt: Date
  finishedAt: Date | null
}

/** The same with its result as JSON; null until it is done. */
export interface StoredRun extends Run {
  result: string | null
}

/** The services that a run needs. */
export interface ReplaySite {
  database: Pick<Database, 'read' | 'transaction'>
  replays: ReplayWorkers
  clock: () => Date
}

const columns = {
  id: replayRun.id,
  kind: sql<RunKind>`${replayRun.kind}`,
  criteria: replayRun.criteria,
  engineVersion: replayRun.engineVersion,
  status: sql<JobStatus>`${replayRun.status}`,
  total: replayRun.total,
  done: replayRun.done,
  fingerprint: replayRun.fingerprint,
  digest: replayRun.digest,
  note: replayRun.note,
  requester: sql<string>`coalesce(${fullName}, 'Monthly job')`,
  requestedBy: replayRun.requestedBy,
  requestedAt: replayRun.requestedAt,
  beatAt: replayRun.beatAt,
  finishedAt: replayRun.finishedAt,
}

export const REPLAY_JOB: JobKind = {
  table: replayRun,
  // Each uses all threads in turn with the others.
  limit: 2,
  tooMany: (running) =>
    new DomainError(
      'busy',
      `${running} replays are running. Wait until one is finished, or cancel one of yours, then try again.`,
      { title: 'Too many replays' },
    ),
  lost: 'Fundesk was stopped while it ran. Start it again.',
}

const MAX_LISTED = 50

/** The newest runs of all kinds. */
export function newestRuns(read: Read): Promise<Run[]> {
  return read
    .select(columns)
    .from(replayRun)
    .leftJoin(appUser, eq(appUser.id, replayRun.requestedBy))
    .orderBy(desc(replayRun.requestedAt), desc(replayRun.id))
    .limit(MAX_LISTED)
}

/** The runs with their results as stored. */
const storedRuns = (read: Read) =>
  read
    .select({ ...columns, result: replayRun.result })
    .from(replayRun)
    .leftJoin(appUser, eq(appUser.id, replayRun.requestedBy))

/** The newest list of suggestions that is finished; null where there is none. */
export const newestSuggestions = (read: Read) => newestDone(read, 'suggestions')

/** The newest run of a kind that is finished; null where there is none. */
export async function newestDone(read: Read, kind: RunKind): Promise<StoredRun | null> {
  const [run] = await storedRuns(read)
    .where(and(eq(replayRun.kind, kind), eq(replayRun.status, 'DONE')))
    .orderBy(desc(replayRun.requestedAt), desc(replayRun.id))
    .limit(1)
  return run ?? null
}

/** A run with its result as stored. @throws DomainError not-found */
export async function runById(read: Read, id: number): Promise<StoredRun> {
  const [run] = await storedRuns(read).where(eq(replayRun.id, id))
  if (!run) throw new DomainError('not-found', `There is no replay ${id}. Open it from the list of replays.`)
  return run
}

/**
 * Stores a new run; the work itself starts with `workOn`, after the transaction.
 * @throws DomainError busy while others are running
 */
export async function beginRun(
  context: TransactionAt & { actor: Actor | null },
  kind: RunKind,
  criteria: object,
): Promise<number> {
  const { tx, actor } = context
  const started = await reserveJob(context, REPLAY_JOB, actor?.id ?? null)
  const [row] = await tx
    .insert(replayRun)
    .values({ ...started, kind, criteria, engineVersion: ENGINE_VERSION, requestedBy: actor?.id ?? null })
    .returning({ id: replayRun.id })
  if (!row) throw new Error('The run was not stored')
  return row.id
}

/** Cancels a run and discards what it has not stored. @throws DomainError conflict when it has ended */
export async function cancelRun(context: UserWriteContext, id: number): Promise<void> {
  if (await cancelJob(context, REPLAY_JOB, id)) return
  await runById(context.tx, id)
  throw new DomainError('conflict', 'This replay has ended already. Reload the page to see how.')
}

/** What a run produced: its result, and the hashes of all that it read. */
export interface RunOutcome {
  result: object
  read: readonly string[]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Does the work of a run and stores its end; it never throws. */
export function workOn(
  site: ReplaySite,
  { id, criteria }: { id: number; criteria: object },
  work: (onProgress: OnProgress) => Promise<RunOutcome>,
  onFault: (err: unknown) => void,
): Promise<void> {
  const outcome = async ({ onProgress }: RunningJob) => {
    const { result, read } = await work(onProgress)
    const text = canonicalJson(result)
    const fingerprint = sha256(canonicalJson([ENGINE_VERSION, criteria, read]))
    return async () => ({ result: text, digest: sha256(text), fingerprint })
  }
  return runJob(site, REPLAY_JOB, id, outcome, onFault)
}

/** Does the work again where a thread was lost; a refusal is a result and is not repeated. */
export async function withRetry<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (err) {
    if (err instanceof DomainError) throw err
    return work()
  }
}
