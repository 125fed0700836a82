import type { Database, Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { oversightJob, oversightReport } from 'db/schema/oversight'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import {
  cancelJob,
  type JobKind,
  type JobStatus,
  type RunningJob,
  reserveJob,
  runJob,
} from '~/platform/jobs/jobs.server'
import { contextOf, type TransactionAt } from '~/platform/values/context.server'
import { dayIn, monthOf } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { keysOf } from '~/platform/workflow/signing.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { DEFINITIONS } from './definitions'
import { monthFaults, OVERSIGHT_REPORT, TO_SIGN } from './oversight'
import { daysOfPeriod, periodLabel } from './period'
import { computeReport } from './read-facts.server'
import { type Figure, type OversightReport, type OversightScope, scopeLabel } from './report'

const TITLE = 'The report was not made'

/** @throws DomainError invalid, with a sentence for each field */
export async function checkScope(read: Read, scope: OversightScope): Promise<void> {
  const faults = monthFaults(scope.from, scope.to)
  const funds = await read.select({ code: fund.code, provider: fund.provider }).from(fund)
  if (scope.fund !== null && !funds.some(({ code }) => code === scope.fund))
    faults.fund = `There is no fund ${scope.fund}. Choose one from the list, or leave it blank.`
  else if (scope.provider !== null && !funds.some(({ provider }) => provider === scope.provider))
    faults.provider = `There is no administrator ${scope.provider}. Choose one from the list, or leave it blank.`
  if (Object.keys(faults).length > 0)
    throw new DomainError('invalid', Object.values(faults).join(' '), { title: TITLE, fields: faults })
}

/** The administrators and funds that a report may be about. */
export async function scopeChoices(read: Read) {
  const funds = await read
    .select({ code: fund.code, name: fund.name, provider: fund.provider })
    .from(fund)
    .orderBy(asc(fund.code))
  return { funds, providers: [...new Set(funds.map(({ provider }) => provider))].sort() }
}

export const OVERSIGHT_JOB: JobKind = {
  table: oversightJob,
  limit: 1,
  waits: true,
  tooMany: () =>
    new DomainError(
      'busy',
      'A report that you requested is being made or waits for its turn. Wait until it is finished, or cancel it, then try again.',
      { title: TITLE },
    ),
  lost: 'Fundesk was stopped while it was made. Request it again.',
}

const jobColumns = {
  id: oversightJob.id,
  firstDay: oversightJob.firstDay,
  lastDay: oversightJob.lastDay,
  provider: oversightJob.provider,
  fund: oversightJob.fundCode,
  status: sql<JobStatus>`${oversightJob.status}`,
  total: oversightJob.total,
  done: oversightJob.done,
  note: oversightJob.note,
  reportId: oversightJob.reportId,
  requester: sql<string>`${fullName}`,
  requestedBy: oversightJob.requestedBy,
  requestedAt: oversightJob.requestedAt,
  beatAt: oversightJob.beatAt,
}

const SHOWN_JOBS = 10

/** The newest reports that were requested, whether they were made or not. */
export const newestJobs = (read: Read) =>
  read
    .select(jobColumns)
    .from(oversightJob)
    .innerJoin(appUser, eq(appUser.id, oversightJob.requestedBy))
    .orderBy(desc(oversightJob.requestedAt), desc(oversightJob.id))
    .limit(SHOWN_JOBS)

export type OversightJob = Awaited<ReturnType<typeof newestJobs>>[number]

/** @throws DomainError not-found */
export async function jobById(read: Read, id: number): Promise<OversightJob> {
  const [job] = await read
    .select(jobColumns)
    .from(oversightJob)
    .innerJoin(appUser, eq(appUser.id, oversightJob.requestedBy))
    .where(eq(oversightJob.id, id))
  if (!job)
    throw new DomainError('not-found', `No report with the number ${id} is being made. Reload the list.`)
  return job
}

/**
 * Stores the request of a report; the work itself starts with `makeReport`, after the transaction.
 * @throws DomainError invalid; forbidden; busy while another one of this user is being made
 */
export async function beginReport(context: UserWriteContext, scope: OversightScope): Promise<number> {
  const { tx, actor, now } = context
  if (!isAllowed(actor, 'oversight', 'add'))
    throw new DomainError(
      'forbidden',
      'You need the add permission for Oversight to make a report. Ask an administrator.',
      { title: TITLE },
    )
  await checkScope(tx, scope)
  const started = await reserveJob({ tx, now }, OVERSIGHT_JOB, actor.id)
  const { first, last } = daysOfPeriod(scope)
  const [row] = await tx
    .insert(oversightJob)
    .values({
      ...started,
      firstDay: first,
      lastDay: last,
      provider: scope.provider,
      fundCode: scope.fund,
      requestedBy: actor.id,
    })
    .returning({ id: oversightJob.id })
  if (!row) throw new Error('The job was not stored')
  return row.id
}

/** @throws DomainError not-found; forbidden for the report of another user; conflict when it is not being made */
export async function cancelReport(context: UserWriteContext, id: number): Promise<void> {
  const job = await jobById(context.tx, id)
  if (job.requestedBy !== context.actor.id)
    throw new DomainError('forbidden', `${job.requester} requested this report: only they may cancel it.`, {
      title: 'The report was not cancelled',
    })
  if (await cancelJob(context, OVERSIGHT_JOB, id)) return
  throw new DomainError(
    'conflict',
    'This report is no longer being made. Reload the page to see how it ended.',
  )
}

interface OversightSite {
  database: Pick<Database, 'read' | 'transaction'>
  clock: () => Date
  settings: { timeZone: string } & Parameters<typeof keysOf>[0]
}

/** Makes the report of a job and stores it with its workflow; it never throws. */
export function makeReport(
  { database, clock, settings }: OversightSite,
  { id, actor, scope }: { id: number; actor: Actor; scope: OversightScope },
  onFault: (err: unknown) => void,
): Promise<void> {
  const work = async ({ onProgress }: RunningJob) => {
    const { timeZone } = settings
    const context = contextOf({ read: database.read, now: clock(), timeZone })
    const report = await computeReport({ ...context, keys: keysOf(settings) }, scope, onProgress)
    return async ({ tx, now }: TransactionAt) => ({
      reportId: await storeReport({ tx, now, timeZone }, actor, report),
    })
  }
  return runJob({ database, clock }, OVERSIGHT_JOB, id, work, onFault)
}

/** Stores a report as it was computed, and starts its workflow. */
export async function storeReport(
  { tx, now, timeZone }: TransactionAt & { timeZone: string },
  actor: Pick<Actor, 'id'>,
  report: OversightReport,
): Promise<number> {
  const figures = canonicalJson(report)
  const { first, last } = daysOfPeriod(report)
  const [row] = await tx
    .insert(oversightReport)
    .values({
      firstDay: first,
      lastDay: last,
      provider: report.provider,
      fundCode: report.fund,
      figures,
      digest: sha256(figures),
      madeBy: actor.id,
      madeAt: now,
    })
    .returning({ id: oversightReport.id })
  if (!row) throw new Error('The report was not stored')
  await startInstances(
    { tx, now, today: dayIn(now, timeZone) },
    {
      kind: OVERSIGHT_REPORT,
      objectIds: [row.id],
      state: TO_SIGN,
      log: `${periodLabel(report)}, ${scopeLabel(report)}`,
    },
  )
  return row.id
}

/** A report as stored, with its figures. */
export interface StoredReport {
  id: number
  report: OversightReport
  digest: string
  madeBy: string
  madeAt: Date
  documentId: number | null
  pdfSha256: string | null
}

/** @throws DomainError not-found */
export async function reportById(read: Read, id: number): Promise<StoredReport> {
  const [row] = await read
    .select({
      id: oversightReport.id,
      figures: oversightReport.figures,
      digest: oversightReport.digest,
      madeBy: sql<string>`${fullName}`,
      madeAt: oversightReport.madeAt,
      documentId: oversightReport.documentId,
      pdfSha256: oversightReport.pdfSha256,
    })
    .from(oversightReport)
    .innerJoin(appUser, eq(appUser.id, oversightReport.madeBy))
    .where(eq(oversightReport.id, id))
  if (!row)
    throw new DomainError(
      'not-found',
      `There is no oversight report ${id}. Choose one from the list Oversight.`,
    )
  const { figures, ...stored } = row
  return { ...stored, report: withAllFigures(JSON.parse(figures) as OversightReport) }
}

/** The scope of a stored job, as months. */
export const scopeOfJob = ({ firstDay, lastDay, provider, fund: code }: OversightJob): OversightScope => ({
  from: monthOf(firstDay),
  to: monthOf(lastDay),
  provider,
  fund: code,
})

/** A report that was kept before some figures were computed has none of them. */
function withAllFigures(report: OversightReport): OversightReport {
  const none: Figure = {
    value: null,
    part: null,
    whole: null,
    before: report.periods.slice(1).map(() => null),
  }
  const missing = Object.fromEntries(DEFINITIONS.map(({ key }) => [key, none]))
  return {
    ...report,
    scopes: report.scopes.map((scope) => ({ ...scope, figures: { ...missing, ...scope.figures } })),
  }
}
