import { createHash } from 'node:crypto'
import type { Database, Read, Transaction } from 'db/database'
import { lease, throttleCount, userWriteLsn, workStep } from 'db/schema/cluster'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { RateLimiterDrizzle } from 'rate-limiter-flexible'
import type { TransactionAt } from '~/platform/values/context.server'

/** A rate limit: points per seconds, for each key. */
export interface Limit {
  name: string
  points: number
  seconds: number
}

/**
 * The counts of a limit, shared by all instances of a site; it counts within the transaction. `consume` rejects with a
 * RateLimiterRes when the limit is exceeded; as that rolls back the transaction, nothing is counted.
 */
export const sharedCounts = (tx: Transaction, { name, points, seconds }: Limit): RateLimiterDrizzle =>
  new RateLimiterDrizzle({
    storeClient: tx,
    schema: throttleCount,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  })

/** The stored form of a key: users may type anything as their name, even their password. */
export const countedKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Removes expired counts. */
export async function sweepThrottleCounts({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(throttleCount).where(lt(throttleCount.expire, now))
}

/** How long an unrenewed lease lasts, by the database's clock. */
export const LEASE_SECONDS = 10

/**
 * Takes or renews the lease on some work; false while another holder has it. A holder renews it well within ten
 * seconds, after which another may take it over.
 * @param holder the running process
 */
export async function takeLease(
  transaction: Database['transaction'],
  work: string,
  holder: string,
): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
  const taken = await transaction((tx) =>
    tx
      .insert(lease)
      .values({ work, holder, until })
      .onConflictDoUpdate({
        target: lease.work,
        set: { holder, until },
        setWhere: or(eq(lease.holder, holder), lt(lease.until, sql`now()`)),
      })
      .returning({ work: lease.work }),
  )
  return taken.length > 0
}

/** Returns a lease immediately, so that other processes need not wait for it to expire. */
export async function leaveLease(
  transaction: Database['transaction'],
  work: string,
  holder: string,
): Promise<void> {
  await transaction((tx) => tx.delete(lease).where(and(eq(lease.work, work), eq(lease.holder, holder))))
}

/** The current step of a piece of work. */
export interface WorkStep {
  /** For users: "Reading 2 of 3…". */
  step: string
  /** How much of it is done, if known. */
  percent?: number
}

/** Stores the current step of a user's work, for all processes of the site. */
export async function storeWorkStep(
  tx: Transaction,
  userId: number,
  key: string,
  { step, percent = null }: { step: string; percent?: number | null },
): Promise<void> {
  const now = { step, percent, at: sql`now()` }
  await tx
    .insert(workStep)
    .values({ userId, key, ...now })
    .onConflictDoUpdate({ target: [workStep.userId, workStep.key], set: now })
}

export async function storedWorkStep(read: Read, userId: number, key: string): Promise<WorkStep | null> {
  const [found] = await read
    .select({ step: workStep.step, percent: workStep.percent })
    .from(workStep)
    .where(and(eq(workStep.userId, userId), eq(workStep.key, key)))
  if (!found) return null
  return { step: found.step, ...(found.percent === null ? {} : { percent: found.percent }) }
}

/** Removes the steps of work that ended long ago. */
export async function sweepWorkSteps(tx: Transaction): Promise<void> {
  await tx.delete(workStep).where(lt(workStep.at, sql`now() - interval '1 hour'`))
}

const JOURNAL = sql<string>`pg_current_wal_flush_lsn()`

/** Records in a separate transaction that a user's change was just committed. */
export async function noteLastWrite(transaction: Database['transaction'], userId: number): Promise<void> {
  await transaction(async (tx) => {
    // The change itself is safe, so this need not wait for the disk.
    await tx.execute(sql`set local synchronous_commit = off`)
    await tx
      .insert(userWriteLsn)
      .values({ userId, lsn: JOURNAL })
      .onConflictDoUpdate({
        target: userWriteLsn.userId,
        set: { lsn: sql`greatest(${userWriteLsn.lsn}, excluded.lsn)` },
      })
  })
}

/**
 * The position a replica must reach to show all changes of a user; null when there are none. @param read of the primary
 */
export async function lastWriteOf(read: Read, userId: number): Promise<string | null> {
  const [found] = await read
    .select({ lsn: userWriteLsn.lsn })
    .from(userWriteLsn)
    .where(eq(userWriteLsn.userId, userId))
  return found?.lsn ?? null
}
