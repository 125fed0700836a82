import { createHash } from 'node:crypto'
import type { Database, Read } from 'db/database'
import { accountPrefix, benchmarkLevel, fund, reason, shareClass } from 'db/schema/lookups'
import { fundNav, navControl, ruleTolerance, sentFigure } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, isNotNull, lt, ne } from 'drizzle-orm'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { OnStep } from '~/platform/threads/worker-thread'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { refreshAutoChecks, voidApprovals } from '../checks.server'
import { CONTROL_SETS, mayChangeFigures, type NavFacts, readOnlyReason } from '../nav'
import { expectedNav } from '../nav-facts.server'
import type { AccountClass, FundType, RuleInput } from '../rules/contract'
import { type ToleranceLevel, tolerancesInForce } from '../rules/tolerances'
import type { ControlWorkers } from '../worker/jobs'
import { CONTROL_TITLE, type ControlUpload, checkControlUpload, type NamedBytes } from './control-upload'
import { lastWithFiles } from './controls-of.server'
import { type ControlWithResults, controlWithResults } from './rule-results.server'
import { figuresJson, storeControl } from './store-control.server'

/** SHA-256 of all of an upload except its key, in hex: the same key with other content is another form. */
export function uploadDigest(files: readonly NamedBytes[], ...typed: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([typed, files.map(({ fileName }) => fileName)]))
  for (const { bytes } of files) hash.update(`${bytes.byteLength}:`).update(bytes)
  return hash.digest('hex')
}

/** The control that the rules compare with, and its NAV date. */
export interface PreviousControl {
  controlId: number
  navDate: Day
}

/** The latest run control of the fund's latest earlier NAV date that has one and is not CANCELLED. */
export async function previousControl(read: Read, nav: NavFacts): Promise<PreviousControl | null> {
  const [row] = await read
    .select({ controlId: navControl.id, navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .innerJoin(navControl, eq(navControl.fundNavId, fundNav.id))
    .where(
      and(
        eq(fundNav.fundId, nav.fundId),
        lt(fundNav.navDate, nav.navDate),
        isNotNull(fundNav.currentControlId),
        ne(workflowInstance.status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(fundNav.navDate), desc(navControl.submittedAt), desc(navControl.id))
    .limit(1)
  return row ?? null
}

/** All that the rules read besides the figures: reference data, tolerances in force on the NAV date, sent figures. */
export async function ruleReference(
  read: Read,
  nav: NavFacts,
  previous: PreviousControl | null,
): Promise<Omit<RuleInput, 'data' | 'previous'>> {
  const [funds, classes, accountPlan, toleranceRows, sentRows] = await Promise.all([
    read.select().from(fund).where(eq(fund.id, nav.fundId)),
    read.select().from(shareClass).where(eq(shareClass.fundId, nav.fundId)).orderBy(asc(shareClass.code)),
    read.select().from(accountPrefix).orderBy(asc(accountPrefix.prefix)),
    read.select().from(ruleTolerance).orderBy(asc(ruleTolerance.id)),
    read
      .select({
        round: sentFigure.round,
        classCode: sentFigure.classCode,
        navPerShare: sentFigure.navPerShare,
      })
      .from(sentFigure)
      .where(eq(sentFigure.fundNavId, nav.id))
      .orderBy(desc(sentFigure.round), asc(sentFigure.classCode)),
  ])
  const [found] = funds
  if (!found) throw new Error(`Fund ${nav.fundId} is gone`)
  const type = found.type as FundType
  const levels = found.benchmark ? await benchmarkLevels(read, found.benchmark, nav.navDate, previous) : null
  const sent = sentRows.filter(({ round }) => round === sentRows[0]?.round)
  return {
    fund: {
      code: found.code,
      currency: found.currency,
      type,
      regime: found.regime === 'UCITS' ? 'UCITS' : 'AIF',
      benchmark: found.benchmark,
    },
    classes: classes.map(({ code, currency, decimals, activeFrom, activeTo, reference, hedged }) => ({
      code,
      currency,
      decimals,
      activeFrom,
      activeTo,
      reference,
      hedged,
    })),
    accountPlan: accountPlan.map(({ prefix, accountClass }) => ({
      prefix,
      accountClass: accountClass as AccountClass,
    })),
    benchmarkLevels: levels ?? { current: null, previous: null },
    sent: sent.length > 0 ? sent.map(({ classCode, navPerShare }) => ({ classCode, navPerShare })) : null,
    tolerances: tolerancesInForce(
      toleranceRows.map(({ key, level, levelValue, value, validFrom, validTo }) => ({
        key,
        level: level as ToleranceLevel,
        subject: levelValue === '' ? null : levelValue,
        value,
        from: validFrom,
        to: validTo,
      })),
      { fund: found.code, fundType: type, provider: found.provider, day: nav.navDate },
    ),
  }
}

async function benchmarkLevels(read: Read, benchmark: string, day: Day, previous: PreviousControl | null) {
  const days = previous ? [day, previous.navDate] : [day]
  const rows = await read
    .select({ date: benchmarkLevel.date, level: benchmarkLevel.level })
    .from(benchmarkLevel)
    .where(and(eq(benchmarkLevel.benchmark, benchmark), inArray(benchmarkLevel.date, days)))
  const on = (date: Day | undefined) => rows.find((row) => row.date === date)?.level ?? null
  return { current: on(day), previous: on(previous?.navDate) }
}

/** A control that ran, as it is stored. */
export interface ControlRun extends ControlWithResults {
  fundNavId: number
  fundCode: string
  navDate: Day
  controlId: number
  okCount: number
  nokCount: number
}

/** The services that running a control needs besides its input. */
export interface ControlSite {
  database: Pick<Database, 'read' | 'transaction'>
  workers: ControlWorkers
  clock: () => Date
  /** Receives the steps in words, to show while the user waits. */
  onStep?: OnStep
}

/**
 * Reads an upload in a worker, runs the 32 rules on it, and stores everything in one transaction. A refused upload
 * leaves nothing behind; the same key twice runs one control. Only then is the control read again: it may have changed.
 */
export async function runControl(
  { database, workers, clock, onStep }: ControlSite,
  actor: Actor,
  upload: ControlUpload,
  idempotencyKey: string,
): Promise<ControlRun> {
  const { read } = database
  const reasons = await read.select({ code: reason.code, display: reason.display }).from(reason)
  checkControlUpload(
    upload,
    reasons.map(({ code }) => code),
  )
  const files = upload.files.map(({ fileName, bytes }) => ({ name: fileName, bytes }))
  const { summary, json } = await workers.run('readControl', [files, upload.set], undefined, onStep)
  const nav = await expectedNav(read, summary.fundCode, summary.navDate)
  checkNav(nav, upload)
  refuseWhenReadOnly(actor, await instanceById(read, nav.id))

  const previous = await previousControl(read, nav)
  const [reference, previousJson, sameFilesAs] = await Promise.all([
    ruleReference(read, nav, previous),
    previous ? figuresJson(read, previous.controlId) : null,
    lastWithFiles(read, nav.id, upload.files),
  ])
  const outcomes = await workers.run(
    'evaluate',
    [json, previousJson, reference],
    `Fund ${nav.fundCode}`,
    onStep,
  )
  onStep?.('Storing the results…')

  const now = clock()
  const action = `control ${uploadDigest(upload.files, upload.set, upload.reasonCode, upload.comment)}`
  return database.transaction(async (tx) => {
    let stored: ControlWithResults | undefined
    const run = async () => {
      let instance = await lockInstance(tx, nav.id)
      refuseWhenReadOnly(actor, instance)
      instance = await voidApprovals(tx, instance, `new control by ${actor.fullName}`, now)
      stored = await storeControl(tx, {
        fundNavId: nav.id,
        round: instance.round,
        upload,
        fileTypes: summary.fileTypes,
        figures: json,
        outcomes,
        previousControlId: previous?.controlId ?? null,
        sameFilesAs,
        reasonDisplay: reasons.find(({ code }) => code === upload.reasonCode)?.display ?? upload.reasonCode,
        actor,
        now,
      })
      const { id: controlId, okCount, nokCount } = stored.control
      await moveInstance(tx, instance, {
        type: 'system',
        name: 'control',
        to: { queue: 'ACCOUNTANT', status: 'CONTROLLED', class: 'pending' },
        who: actor,
        log: `${CONTROL_SETS[upload.set].definition}: ${okCount} of ${outcomes.length} OK. ${upload.comment.trim()}`,
        data: {
          ...{ controlId, reasonCode: upload.reasonCode, okCount, nokCount },
          ...(sameFilesAs && { sameFilesAs: sameFilesAs.id }),
        },
        now,
      })
      await refreshAutoChecks(tx, instance, stored.results, now)
      return { fundNavId: nav.id, controlId, okCount, nokCount }
    }
    const done = await once(tx, { key: idempotencyKey, userId: actor.id, action, now }, run)
    const { fundCode, navDate } = nav
    return { ...done, fundCode, navDate, ...(stored ?? (await controlWithResults(tx, done.controlId))) }
  })
}

function checkNav(nav: NavFacts, { set, fundNavId }: ControlUpload): void {
  const { uploadType } = CONTROL_SETS[set]
  if (nav.provider !== uploadType)
    throw new DomainError(
      'invalid',
      `Fund ${nav.fundCode} is controlled with ${nav.provider} files, not ${uploadType}. Choose the ${nav.provider} upload.`,
      { title: CONTROL_TITLE },
    )
  if (fundNavId !== null && fundNavId !== nav.id)
    throw new DomainError(
      'invalid',
      `These files are of ${nav.fundCode} of ${nav.navDate}, not of the NAV you started from. Choose the files of that NAV, or upload from the list.`,
      { title: CONTROL_TITLE },
    )
}

/** Throws when the actor may not upload to a NAV in this state. */
export function refuseWhenReadOnly(actor: Actor, instance: { queue: string; status: string }): void {
  const refusal = readOnlyReason(instance, stepTaker(actor), mayChangeFigures(actor))
  if (refusal) throw new DomainError('forbidden', refusal)
}
