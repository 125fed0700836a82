import { createHash } from 'node:crypto'
import type { Database, Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { replayRun } from 'db/schema/replay'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { ENGINE_VERSION } from '~/areas/navs/rules/catalogue'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import type { ReplayWorkers } from './worker/jobs'

export type RunKind = 'replay' | 'curve' | 'detection' | 'suggestions'
type RunStatus = 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'

/** A run as lists and pages show it. */
export interface Run {
  id: number
  kind: RunKind
  criteria: unknown
  engineVersion: number
  status: RunStatus
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

/** A run that has not reported for this long has lost its process. */
const LOST_MS = 60_000
/** Runs at the same time: each uses all threads in turn with the others. */
const AT_ONCE = 2

const columns = {
  id: replayRun.id,
  kind: sql<RunKind>`${replayRun.kind}`,
  criteria: replayRun.criteria,
  engineVersion: replayRun.engineVersion,
  status: sql<RunStatus>`${replayRun.status}`,
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

const LOST = 'Fundesk was stopped while it ran. Start it again.'

/** A run as people see it: one whose process was lost has failed, although that could not be stored yet. */
export function asSeen<Each extends Pick<Run, 'status' | 'note' | 'beatAt'>>(run: Each, now: Date): Each {
  const isLost = run.status === 'RUNNING' && run.beatAt.getTime() < now.getTime() - LOST_MS
  return isLost ? { ...run, status: 'FAILED', note: LOST } : run
}

/** The newest runs, all or those of one kind. */
export function newestRuns(read: Read, kind?: RunKind, most = 50): Promise<Run[]> {
  return read
    .select(columns)
    .from(replayRun)
    .leftJoin(appUser, eq(appUser.id, replayRun.requestedBy))
    .where(kind && eq(replayRun.kind, kind))
    .orderBy(desc(replayRun.requestedAt), desc(replayRun.id))
    .limit(most)
}

/** The newest run of a kind that has a result; null where there is none. */
export async function newestDone(read: Read, kind: RunKind): Promise<StoredRun | null> {
  const [run] = await read
    .select({ ...columns, result: replayRun.result })
    .from(replayRun)
    .leftJoin(appUser, eq(appUser.id, replayRun.requestedBy))
    .where(and(eq(replayRun.kind, kind), eq(replayRun.status, 'DONE')))
    .orderBy(desc(replayRun.requestedAt), desc(replayRun.id))
    .limit(1)
  return run ?? null
}

/** A run with its result as stored. @throws DomainError not-found */
export async function runById(read: Read, id: number): Promise<StoredRun> {
  const [run] = await read
    .select({ ...columns, result: replayRun.result })
    .from(replayRun)
    .leftJoin(appUser, eq(appUser.id, replayRun.requestedBy))
    .where(eq(replayRun.id, id))
  if (!run) throw new DomainError('not-found', `There is no replay ${id}. Open it from the list of replays.`)
  return run
}

/**
 * Stores a new run; the work itself starts with `workOn`, after the transaction.
 * @throws DomainError busy while others are running
 */
export async function beginRun(
  { tx, now }: TransactionAt,
  actor: Pick<Actor, 'id'> | null,
  kind: RunKind,
  criteria: object,
): Promise<number> {
  await tx.execute(sql`lock table ${replayRun} in share row exclusive mode`)
  const lostBefore = new Date(now.getTime() - LOST_MS)
  await tx
    .update(replayRun)
    .set({ status: 'FAILED', note: LOST, finishedAt: now })
    .where(and(eq(replayRun.status, 'RUNNING'), lt(replayRun.beatAt, lostBefore)))
  const running = await tx.$count(
    replayRun,
    and(eq(replayRun.status, 'RUNNING'), gte(replayRun.beatAt, lostBefore)),
  )
  if (running >= AT_ONCE)
    throw new DomainError(
      'busy',
      `${running} replays are running. Wait until one is finished, or cancel one of yours, then try again.`,
      { title: 'Too many replays' },
    )
  const [row] = await tx
    .insert(replayRun)
    .values({
      kind,
      criteria,
      engineVersion: ENGINE_VERSION,
      status: 'RUNNING',
      requestedBy: actor?.id ?? null,
      requestedAt: now,
      beatAt: now,
    })
    .returning({ id: replayRun.id })
  if (!row) throw new Error('The run was not stored')
  return row.id
}

/** Cancels a run and discards what it has not stored. @throws DomainError conflict when it has ended */
export async function cancelRun({ tx, actor, now }: UserWriteContext, id: number): Promise<void> {
  const cancelled = await tx
    .update(replayRun)
    .set({ status: 'CANCELLED', note: `Cancelled by ${actor.fullName}.`, finishedAt: now })
    .where(and(eq(replayRun.id, id), eq(replayRun.status, 'RUNNING')))
    .returning({ id: replayRun.id })
  if (cancelled.length > 0) return
  await runById(tx, id)
  throw new DomainError('conflict', 'This replay has ended already. Reload the page to see how.')
}

/** Stores the progress of a run. @throws Cancelled when it was cancelled meanwhile */
export type OnProgress = (done: number, total: number) => Promise<void>

class Cancelled extends Error {}

/** What a run produced: its result, and the hashes of all that it read. */
export interface Made {
  result: object
  read: readonly string[]
}

const BEAT_MS = 500
const HEART_MS = 15_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Does the work of a run and stores its end; it never throws. */
export async function workOn(
  { database, clock }: ReplaySite,
  { id, criteria }: { id: number; criteria: object },
  work: (onProgress: OnProgress) => Promise<Made>,
  onFault: (err: unknown) => void,
): Promise<void> {
  const update = (set: Partial<typeof replayRun.$inferInsert>) =>
    database.transaction((tx) =>
      tx
        .update(replayRun)
        .set(set)
        .where(and(eq(replayRun.id, id), eq(replayRun.status, 'RUNNING')))
        .returning({ id: replayRun.id }),
    )
  // One control may take long: the run lives as long as its process does.
  const heart = setInterval(() => void update({ beatAt: clock() }).catch(onFault), HEART_MS)
  heart.unref()
  let beat = 0
  const onProgress: OnProgress = async (done, total) => {
    if (performance.now() - beat < BEAT_MS && done < total) return
    beat = performance.now()
    const held = await update({ done, total, beatAt: clock() })
    if (held.length === 0) throw new Cancelled()
  }
  try {
    const { result, read } = await work(onProgress)
    const text = canonicalJson(result)
    const fingerprint = sha256(canonicalJson([ENGINE_VERSION, criteria, read]))
    await update({ status: 'DONE', result: text, digest: sha256(text), fingerprint, finishedAt: clock() })
  } catch (err) {
    if (err instanceof Cancelled) return
    if (!(err instanceof DomainError)) onFault(err)
    const note = err instanceof DomainError ? err.message : 'It failed, and the log says why. Try again.'
    await update({ status: 'FAILED', note, finishedAt: clock() }).catch(onFault)
  } finally {
    clearInterval(heart)
  }
}

/** Does the work again where a thread was lost; a refusal is a result and is not repeated. */
export async function twice<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (err) {
    if (err instanceof DomainError) throw err
    return work()
  }
}

/** Works on all, some at a time; the results are in the order of the inputs. */
export async function inTurn<Question, Answer>(
  questions: readonly Question[],
  atOnce: number,
  answer: (question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const worker = async () => {
    while (next < questions.length) {
      const at = next
      next += 1
      answers[at] = await answer(questions[at] as Question)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, questions.length) }, worker))
  return answers
}
