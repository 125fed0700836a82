import { setTimeout } from 'node:timers/promises'
import type { Database, Transaction } from 'db/database'
import { and, asc, eq, getTableName, inArray, lt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'

/**
 * Jobs: work that a form or a call starts and that goes on after its answer. A job is a row of its area's table with
 * `jobColumns` (db/columns.ts), which any process can show or cancel. It runs in the process that it was requested
 * from; if that process is lost, the job has failed and is started again by a user.
 */

export type JobStatus = 'WAITING' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'

/** The states of a job that has not ended. */
const UNDER_WAY: JobStatus[] = ['WAITING', 'RUNNING']

export const isUnderWay = (status: JobStatus) => UNDER_WAY.includes(status)

type JobTable = PgTable & Record<'id' | 'status' | 'beatAt' | 'requestedAt' | 'requestedBy', PgColumn>

export interface JobKind {
  table: JobTable
  /** How many may run at the same time. */
  limit: number
  /** Whether others wait for their turn, one of each user, in the order of their requests; otherwise they are refused. */
  waits?: true
  /** Refuses another one. @param running how many run; where others wait, how many the user has under way */
  tooMany(running: number): DomainError
  /** Why a job failed whose process was lost. */
  lost: string
  /** Removes what a cancelled or failed job has stored outside its row. */
  discard?(tx: Transaction, id: number): Promise<void>
}

/** A job that has not reported for this long has lost its process. */
const LOST_MS = 60_000
/** Progress is stored at most this often. */
const PROGRESS_MS = 500
/** A job under way reports this often, however long one step of its work takes. */
const HEARTBEAT_MS = 15_000
/** How often a waiting job looks whether its turn has come. */
const TURN_MS = 500

/** A job as users see it: one whose process was lost has failed, even if that is not stored yet. */
export function failedIfLost<Job extends { status: JobStatus; note: string; beatAt: Date }>(
  job: Job,
  { lost }: JobKind,
  now: Date,
): Job {
  const isLost = isUnderWay(job.status) && job.beatAt.getTime() < now.getTime() - LOST_MS
  return isLost ? { ...job, status: 'FAILED', note: lost } : job
}

/** Locks the table, so that jobs begin one after the other, and ends the jobs whose process was lost. */
async function lockJobs({ tx, now }: TransactionAt, { table, lost }: JobKind): Promise<void> {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
  const lostBefore = new Date(now.getTime() - LOST_MS)
  await tx
    .update(table)
    .set({ status: 'FAILED', note: lost, finishedAt: now })
    .where(and(inArray(table.status, UNDER_WAY), lt(table.beatAt, lostBefore)))
}

/**
 * Makes sure that another job may run or wait, until the end of the transaction, which inserts its row.
 * @param userId who requests it; null for the site itself
 * @returns the values that the row starts with
 * @throws DomainError of the kind while too many run; where others wait, while the user has one under way
 */
export async function reserveJob(
  context: TransactionAt,
  kind: JobKind,
  userId: number | null,
): Promise<{ status: JobStatus; requestedAt: Date; beatAt: Date }> {
  const { tx, now } = context
  const { table, limit, waits, tooMany } = kind
  await lockJobs(context, kind)
  const underWay = await tx
    .select({ requestedBy: table.requestedBy })
    .from(table)
    .where(inArray(table.status, UNDER_WAY))
  const started = { requestedAt: now, beatAt: now }
  if (!waits) {
    if (underWay.length >= limit) throw tooMany(underWay.length)
    return { ...started, status: 'RUNNING' }
  }
  const own = underWay.filter(({ requestedBy }) => requestedBy === userId)
  if (own.length > 0) throw tooMany(own.length)
  return { ...started, status: underWay.length >= limit ? 'WAITING' : 'RUNNING' }
}

/** Cancels a job. @returns false if it has ended */
export async function cancelJob(
  { tx, actor, now }: UserWriteContext,
  { table, discard }: JobKind,
  id: number,
): Promise<boolean> {
  const cancelled = await tx
    .update(table)
    .set({ status: 'CANCELLED', note: `Cancelled by ${actor.fullName}.`, finishedAt: now })
    .where(and(eq(table.id, id), inArray(table.status, UNDER_WAY)))
    .returning({ id: table.id })
  if (cancelled.length === 0) return false
  await discard?.(tx, id)
  return true
}

/** Stores the progress of a job. @throws Stopped if it was cancelled meanwhile */
export type OnProgress = (done: number, total: number) => Promise<void>

/** What a job can do with its row while it works. */
export interface RunningJob {
  onProgress: OnProgress
  /** Called in a transaction that stores a part of the result. @throws Stopped if it was cancelled meanwhile */
  checkRunning(tx: Transaction): Promise<void>
}

/** Stores the result in the transaction that ends the job, and returns the values of its row. */
type StoreResult = (context: TransactionAt) => Promise<Record<string, unknown>>

/** Ends the work of a job that no longer runs. */
class Stopped extends Error {}

/**
 * Starts a waiting job if those before it leave a place.
 * @throws Stopped if it was cancelled meanwhile
 */
async function startInTurn(context: TransactionAt, kind: JobKind, id: number): Promise<boolean> {
  const { tx } = context
  const { table, limit } = kind
  await lockJobs(context, kind)
  const first = await tx
    .select({ id: table.id, status: table.status })
    .from(table)
    .where(inArray(table.status, UNDER_WAY))
    .orderBy(sql`${table.status} = 'WAITING'`, asc(table.requestedAt), asc(table.id))
  const place = first.findIndex((job) => job.id === id)
  if (place < 0) throw new Stopped()
  if (first[place]?.status === 'RUNNING') return true
  if (place >= limit) return false
  await tx.update(table).set({ status: 'RUNNING' }).where(eq(table.id, id))
  return true
}

/** Works on a job when its turn has come, and stores how it ended; it never throws. */
export async function runJob(
  { database: { transaction }, clock }: { database: Pick<Database, 'transaction'>; clock: () => Date },
  kind: JobKind,
  id: number,
  work: (job: RunningJob) => Promise<StoreResult>,
  onFault: (err: unknown) => void,
): Promise<void> {
  const { table, discard } = kind
  const update = async (tx: Transaction, values: Record<string, unknown>) => {
    const updated = await tx
      .update(table)
      .set(values)
      .where(and(eq(table.id, id), inArray(table.status, UNDER_WAY)))
      .returning({ id: table.id })
    if (updated.length === 0) throw new Stopped()
  }
  const checkRunning = (tx: Transaction) => update(tx, { beatAt: clock() })
  const report = (err: unknown) => {
    if (!(err instanceof Stopped)) onFault(err)
  }
  const heartbeat = setInterval(() => void transaction(checkRunning).catch(report), HEARTBEAT_MS)
  heartbeat.unref()
  let storedAt = 0
  const onProgress: OnProgress = async (done, total) => {
    if (performance.now() - storedAt < PROGRESS_MS && done < total) return
    storedAt = performance.now()
    await transaction((tx) => update(tx, { done, total, beatAt: clock() }))
  }
  const isItsTurn = () => transaction((tx) => startInTurn({ tx, now: clock() }, kind, id))
  try {
    while (kind.waits && !(await isItsTurn())) await setTimeout(TURN_MS, undefined, { ref: false })
    const storeResult = await work({ onProgress, checkRunning })
    await transaction(async (tx) => {
      const now = clock()
      const values = await storeResult({ tx, now })
      await update(tx, { ...values, status: 'DONE', finishedAt: now })
    })
  } catch (err) {
    if (err instanceof Stopped) return
    if (!(err instanceof DomainError)) onFault(err)
    const note = err instanceof DomainError ? err.message : 'It failed, and the log says why. Try again.'
    await transaction(async (tx) => {
      await update(tx, { status: 'FAILED', note, finishedAt: clock() })
      await discard?.(tx, id)
    }).catch(report)
  } finally {
    clearInterval(heartbeat)
  }
}

/** The jobs that this process works on. */
const running = new Map<string, Promise<void>>()

const jobName = ({ table }: JobKind, id: number) => `${getTableName(table)} ${id}`

/** Resolves when a job of this process has ended. */
export const jobEnded = (kind: JobKind, id: number): Promise<void> =>
  running.get(jobName(kind, id)) ?? Promise.resolve()

/**
 * Requests a job, once for the key of its request, and begins to work on it.
 * @param action as for `withIdempotencyKey`
 * @param begin inserts its row and returns its id
 * @param run works on it, after that transaction
 */
export async function startJob(
  { transaction }: UserWork,
  kind: JobKind,
  action: string,
  begin: (context: UserWriteContext) => Promise<number>,
  run: (id: number) => Promise<void>,
): Promise<number> {
  let isNew = false
  const { id } = await transaction((context) =>
    withIdempotencyKey(context, action, async () => {
      isNew = true
      return { id: await begin(context) }
    }),
  )
  if (!isNew) return id
  const name = jobName(kind, id)
  running.set(
    name,
    run(id).finally(() => running.delete(name)),
  )
  return id
}
