import type { Database, Transaction } from 'db/database'
import { and, eq, getTableName, gte, lt, sql } from 'drizzle-orm'
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

export type JobStatus = 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'

type JobTable = PgTable & Record<'id' | 'status' | 'beatAt', PgColumn>

export interface JobKind {
  table: JobTable
  /** How many may run at the same time. */
  limit: number
  /** Refuses another one. @param running how many run */
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
/** A running job reports this often, however long one step of its work takes. */
const HEARTBEAT_MS = 15_000

/** A job as users see it: one whose process was lost has failed, even if that is not stored yet. */
export function failedIfLost<Job extends { status: JobStatus; note: string; beatAt: Date }>(
  job: Job,
  { lost }: JobKind,
  now: Date,
): Job {
  const isLost = job.status === 'RUNNING' && job.beatAt.getTime() < now.getTime() - LOST_MS
  return isLost ? { ...job, status: 'FAILED', note: lost } : job
}

/**
 * Makes sure that another job may run, until the end of the transaction, which inserts its row.
 * @returns the values that the row starts with
 * @throws DomainError of the kind while too many run
 */
export async function reserveJob({ tx, now }: TransactionAt, { table, limit, tooMany, lost }: JobKind) {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
  const lostBefore = new Date(now.getTime() - LOST_MS)
  await tx
    .update(table)
    .set({ status: 'FAILED', note: lost, finishedAt: now })
    .where(and(eq(table.status, 'RUNNING'), lt(table.beatAt, lostBefore)))
  const running = await tx.$count(table, and(eq(table.status, 'RUNNING'), gte(table.beatAt, lostBefore)))
  if (running >= limit) throw tooMany(running)
  return { status: 'RUNNING', requestedAt: now, beatAt: now }
}

/** Cancels a job. @returns false if it no longer runs */
export async function cancelJob(
  { tx, actor, now }: UserWriteContext,
  { table, discard }: JobKind,
  id: number,
): Promise<boolean> {
  const cancelled = await tx
    .update(table)
    .set({ status: 'CANCELLED', note: `Cancelled by ${actor.fullName}.`, finishedAt: now })
    .where(and(eq(table.id, id), eq(table.status, 'RUNNING')))
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

/** Works on a job and stores how it ended; it never throws. */
export async function runJob(
  { database: { transaction }, clock }: { database: Pick<Database, 'transaction'>; clock: () => Date },
  { table, discard }: JobKind,
  id: number,
  work: (job: RunningJob) => Promise<StoreResult>,
  onFault: (err: unknown) => void,
): Promise<void> {
  const update = async (tx: Transaction, values: Record<string, unknown>) => {
    const updated = await tx
      .update(table)
      .set(values)
      .where(and(eq(table.id, id), eq(table.status, 'RUNNING')))
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
  try {
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
