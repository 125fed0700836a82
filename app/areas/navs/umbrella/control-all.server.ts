import { setTimeout } from 'node:timers/promises'
import type { Database, Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund, reason } from 'db/schema/lookups'
import { navControl } from 'db/schema/navs'
import { umbrellaFund, umbrellaRun } from 'db/schema/umbrella-runs'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { fullName } from '~/areas/access/users.server'
import {
  cancelJob,
  failedIfLost,
  isUnderWay,
  type JobKind,
  jobEnded,
  type RunningJob,
  reserveJob,
  runJob,
  startJob,
} from '~/platform/jobs/jobs.server'
import type { OnStep } from '~/platform/threads/worker-thread'
import { DomainError } from '~/platform/values/domain-error'
import { controlFund, type ReadUpload } from '../control/run-control.server'
import type { ControlWorkers } from '../worker/jobs'
import { refusalText } from './expected-funds.server'
import type { UmbrellaFund, UmbrellaRun } from './umbrella'

/** The controls of all funds of an upload, as a job: one line a fund, and what one refuses does not stop the others. */
const UMBRELLA_JOB: JobKind = {
  table: umbrellaRun,
  limit: 1,
  waits: true,
  tooMany: () =>
    new DomainError(
      'busy',
      'The funds of other files that you sent are still being controlled. Wait until that is finished, or stop it, then try again.',
      { title: 'Nothing was controlled' },
    ),
  lost: 'Fundesk was stopped while it controlled these funds. Send the files again for those that are left.',
}

/** The services of the process, as the work goes on after the request. */
export interface UmbrellaSite {
  database: Pick<Database, 'read' | 'transaction'>
  clock: () => Date
  settings: { timeZone: string }
  workers: ControlWorkers
  /** Receives how far it is, to show while the user waits. */
  onStep?: OnStep | undefined
  /** Receives errors that are no refusals. */
  onFault(err: unknown): void
}

/**
 * Controls every fund of an upload, once for the key of its request.
 * @returns the id of the run, whose work goes on
 * @throws DomainError busy while another one of this user runs or waits
 */
export function startControlAll(work: UserWork, site: UmbrellaSite, whole: ReadUpload): Promise<number> {
  return startJob(
    work,
    UMBRELLA_JOB,
    `control all ${whole.digest}`,
    (context) => beginControlAll(context, whole),
    (id) => controlAll(site, { id, actor: work.actor, whole }),
  )
}

async function beginControlAll(
  { tx, actor, now }: UserWriteContext,
  { upload, funds }: ReadUpload,
): Promise<number> {
  const started = await reserveJob({ tx, now }, UMBRELLA_JOB, actor.id)
  const [row] = await tx
    .insert(umbrellaRun)
    .values({
      ...started,
      total: funds.length,
      fileNames: upload.files.map(({ fileName }) => fileName),
      reasonCode: upload.reasonCode,
      comment: upload.comment.trim(),
      requestedBy: actor.id,
    })
    .returning({ id: umbrellaRun.id })
  if (!row) throw new Error('The run was not stored')
  await tx
    .insert(umbrellaFund)
    .values(funds.map(({ fundCode, navDate }, position) => ({ runId: row.id, position, fundCode, navDate })))
  return row.id
}

interface UmbrellaWork {
  id: number
  actor: Actor
  whole: ReadUpload
}

/** Controls the funds, and stores what became of each; it never throws. */
function controlAll(site: UmbrellaSite, { id, actor, whole }: UmbrellaWork): Promise<void> {
  const { database, workers, onStep, onFault } = site
  const { funds } = whole
  const work = workOf(site, actor)
  const control = async ({ onProgress, checkRunning }: RunningJob) => {
    let done = 0
    // One after the other: two at a time would leave the pages of others no processor where there are two.
    for (const [position, each] of funds.entries()) {
      await database.transaction(checkRunning)
      onStep?.(`Controlling ${each.fundCode ?? 'a fund'}, ${done} of ${funds.length} done`)
      const outcome = await outcomeOfFund(() => controlFund(work, { workers }, whole, each), onFault)
      await database.transaction((tx) =>
        tx
          .update(umbrellaFund)
          .set(outcome)
          .where(and(eq(umbrellaFund.runId, id), eq(umbrellaFund.position, position))),
      )
      done += 1
      await onProgress(done, funds.length)
    }
    return async () => ({})
  }
  return runJob(site, UMBRELLA_JOB, id, control, onFault)
}

type FundOutcome = Pick<typeof umbrellaFund.$inferInsert, 'controlId' | 'refusal'>

/** The control of a fund, or why there is none. */
async function outcomeOfFund(
  control: () => Promise<{ controlId: number }>,
  onFault: (err: unknown) => void,
): Promise<FundOutcome> {
  try {
    const { controlId } = await patiently(control)
    return { controlId }
  } catch (error) {
    if (error instanceof DomainError) return { refusal: refusalText(error) }
    onFault(error)
    return { refusal: 'It failed, and the log says why. Start its control from its NAV.' }
  }
}

const PAUSE_MS = 1_000
const MAX_PAUSES = 60

/** Waits while all threads are busy with the files of others. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof DomainError && error.code === 'busy'
      if (!isBusy || pauses === MAX_PAUSES) throw error
      await setTimeout(PAUSE_MS)
    }
  }
}

/** A run with its funds, in the order of the files. @throws DomainError not-found */
export async function umbrellaRunById(
  { read, now }: { read: Read; now: Date },
  id: number,
): Promise<{ run: UmbrellaRun; funds: UmbrellaFund[] }> {
  const [run] = await read
    .select({
      id: umbrellaRun.id,
      status: sql<UmbrellaRun['status']>`${umbrellaRun.status}`,
      total: umbrellaRun.total,
      done: umbrellaRun.done,
      note: umbrellaRun.note,
      fileNames: umbrellaRun.fileNames,
      reason: sql<string>`coalesce(${reason.display}, ${umbrellaRun.reasonCode})`,
      comment: umbrellaRun.comment,
      requester: sql<string>`coalesce(${fullName}, ${appUser.userName})`,
      requestedAt: umbrellaRun.requestedAt,
      beatAt: umbrellaRun.beatAt,
    })
    .from(umbrellaRun)
    .innerJoin(appUser, eq(appUser.id, umbrellaRun.requestedBy))
    .leftJoin(reason, eq(reason.code, umbrellaRun.reasonCode))
    .where(eq(umbrellaRun.id, id))
  if (!run)
    throw new DomainError(
      'not-found',
      `There are no controls of several funds with the number ${id}. Open NAV Controls and send the files again.`,
    )
  const rows = await read
    .select({
      position: umbrellaFund.position,
      fundCode: umbrellaFund.fundCode,
      fundName: fund.name,
      navDate: umbrellaFund.navDate,
      fundNavId: navControl.fundNavId,
      controlId: umbrellaFund.controlId,
      okCount: navControl.okCount,
      nokCount: navControl.nokCount,
      justifiedCount: navControl.justifiedCount,
      notApplicableCount: navControl.notApplicableCount,
      refusal: umbrellaFund.refusal,
    })
    .from(umbrellaFund)
    .leftJoin(navControl, eq(navControl.id, umbrellaFund.controlId))
    .leftJoin(fund, eq(fund.code, umbrellaFund.fundCode))
    .where(eq(umbrellaFund.runId, id))
    .orderBy(asc(umbrellaFund.position))
  const funds = rows.map(
    ({ okCount, nokCount, justifiedCount, notApplicableCount, ...row }): UmbrellaFund => {
      const isControlled =
        okCount !== null && nokCount !== null && justifiedCount !== null && notApplicableCount !== null
      return {
        ...row,
        counts: isControlled ? { okCount, nokCount, justifiedCount, notApplicableCount } : null,
      }
    },
  )
  return { run: failedIfLost(run, UMBRELLA_JOB, now), funds }
}

/** Stops a run: funds whose turn has not come are not controlled. @throws DomainError conflict when it has ended */
export async function stopControlAll(context: UserWriteContext, id: number): Promise<void> {
  if (await cancelJob(context, UMBRELLA_JOB, id)) return
  await umbrellaRunById({ read: context.tx, now: context.now }, id)
  throw new DomainError('conflict', 'These controls have ended already. Reload the page to see how.')
}

const LOOK_MS = 500

/** Waits until a run has ended, in whichever process, and returns it. */
export async function controlAllEnded(
  { database: { read }, clock }: Pick<UmbrellaSite, 'database' | 'clock'>,
  id: number,
): Promise<{ run: UmbrellaRun; funds: UmbrellaFund[] }> {
  for (;;) {
    await jobEnded(UMBRELLA_JOB, id)
    const found = await umbrellaRunById({ read, now: clock() }, id)
    if (!isUnderWay(found.run.status)) return found
    await setTimeout(LOOK_MS)
  }
}
