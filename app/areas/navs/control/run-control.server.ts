import type { Read } from 'db/database'
import { reason } from 'db/schema/lookups'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { UserWork } from '~/areas/access/user-context'
import type { OnStep } from '~/platform/threads/worker-thread'
import type { SharedRead } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { tellsUser } from '~/platform/workflow/record-act.server'
import { refreshAutoChecks, voidApprovals } from '../checks.server'
import {
  CONTROL_SETS,
  mayChangeFigures,
  type NavFacts,
  readOnlyReason,
  summaryOf,
  withdrawnFrom,
} from '../nav'
import { expectedNav, navFacts } from '../nav-facts.server'
import type { Evaluation } from '../rules/contract'
import { type RuleReference, storedReference } from '../rules/stored-input'
import { secondSources } from '../sources/nav-sources.server'
import { expectedFunds, severalFunds } from '../umbrella/expected-funds.server'
import type { ControlTables } from '../workbooks/read-control'
import type { ControlWorkers } from '../worker/jobs'
import {
  CONTROL_TITLE,
  type ControlUpload,
  checkControlUpload,
  checkProvider,
  controlSize,
} from './control-upload'
import { hashesOfFiles, lastWithFiles } from './controls-of.server'
import { controlFormats, type FundRead, filesOfFormats, readUpload } from './read-upload.server'
import {
  type PreviousControl,
  previousControl,
  pricesElsewhere,
  ruleReference,
} from './rule-reference.server'
import { type ControlWithResults, controlWithResults } from './rule-results.server'
import { figuresJson, storeControl } from './store-control.server'
import { uploadDigest } from './upload-digest'

/** A control that ran, as it is stored. */
export interface ControlRun extends ControlWithResults {
  fundNavId: number
  fundCode: string
  navDate: Day
  controlId: number
  okCount: number
  nokCount: number
  /**
   * Where it took the NAV back from, "SUBMITTED (TEAM LEADER)"; null where it was not with anyone for
   * approval.
   */
  takenFrom: string | null
}

/** The services that running a control needs in addition to its input. */
export interface ControlSite {
  workers: ControlWorkers
  /** Receives each step as text, to show while the user waits. */
  onStep?: OnStep
}

/** An upload that was read, for the controls of its funds. */
export interface ReadUpload {
  upload: ControlUpload
  funds: FundRead[]
  reasons: { code: string; display: string }[]
  /** Of all of it except its key. */
  digest: string
  /** `hashesOfFiles` */
  hashes: string[]
}

/**
 * Checks an upload and reads it in workers; nothing is stored.
 * @throws DomainError as `checkControlUpload` and `readUpload`
 */
export async function readControlUpload(
  work: UserWork,
  site: ControlSite,
  upload: ControlUpload,
): Promise<ReadUpload> {
  const reasons = await work.read.select({ code: reason.code, display: reason.display }).from(reason)
  const reasonCodes = reasons.map(({ code }) => code)
  const funds = await readFunds(work, site, upload, reasonCodes)
  const typed = [upload.set, upload.reasonCode, upload.comment, ...(upload.format ? [upload.format] : [])]
  const digest = uploadDigest(upload.files, ...typed)
  return { upload, funds, reasons, digest, hashes: hashesOfFiles(upload.files) }
}

/**
 * Reads an upload in a worker, runs the rules on it, and stores everything in one transaction. A refused upload
 * leaves nothing behind; the same key twice runs one control. Only then is the control read again: it may have changed.
 * @throws DomainError invalid also where the files have several funds, with these in its details
 */
export async function runControl(
  work: UserWork,
  site: ControlSite,
  upload: ControlUpload,
): Promise<ControlRun> {
  const whole = await readControlUpload(work, site, upload)
  return controlFund(work, site, whole, await onlyFund(work.read, upload, whole.funds))
}

/** The tables of one fund of an upload, what read them, and the NAV that they are of. */
export interface FilesRead extends Pick<FundRead, 'format'> {
  nav: NavFacts
  tables: ControlTables
}

/**
 * Checks and reads the files of one fund that have their reason already: corrected files of an NAV error.
 * @throws DomainError invalid with all faults; too-large
 */
export async function readFiles(
  context: SharedRead,
  site: ControlSite,
  upload: ControlUpload,
): Promise<FilesRead> {
  const { read } = context
  const funds = await readFunds(context, site, upload, null)
  return filesOfNav(read, upload, await onlyFund(read, upload, funds))
}

/** @param reasonCodes of which the upload must name one; null where it has its reason already */
async function readFunds(
  context: SharedRead,
  { workers, onStep }: ControlSite,
  upload: ControlUpload,
  reasonCodes: readonly string[] | null,
): Promise<FundRead[]> {
  const { uploadType, files } = CONTROL_SETS[upload.set]
  const formats = await controlFormats(context, uploadType)
  checkControlUpload(upload, {
    reasonCodes,
    counts: [...new Set([files, ...filesOfFormats(formats)])].sort((a, b) => a - b),
    size: controlSize(formats.length > 0),
  })
  const from =
    upload.fundNavId === null || formats.length === 0 ? null : await navFacts(context.read, upload.fundNavId)
  return readUpload({ workers, upload, nav: from, onStep }, formats)
}

async function onlyFund(
  read: Read,
  { set }: ControlUpload,
  [only, ...others]: readonly FundRead[],
): Promise<FundRead> {
  if (!only) throw new Error('An upload that was read has a fund')
  if (others.length > 0) throw severalFunds(await expectedFunds(read, set, [only, ...others]))
  return only
}

async function filesOfNav(
  read: Read,
  upload: ControlUpload,
  { fundCode, navDate, tables, format }: FundRead,
): Promise<FilesRead> {
  if (tables instanceof DomainError) throw tables
  const nav = await expectedNav(read, fundCode ?? '', navDate ?? '')
  checkNav(nav, upload)
  return { nav, tables, format }
}

/**
 * Begins the rules over an upload. They run while its figures are stored, and are begun first, so that no transaction
 * waits for a free worker.
 */
export async function beginRules(
  { workers, onStep }: ControlSite,
  { fundCode }: Pick<NavFacts, 'fundCode'>,
  input: [tables: ControlTables, previousJson: string | null, inputJson: string],
): Promise<{ evaluation: Promise<Evaluation> }> {
  let begun = () => {}
  const begin = new Promise<void>((resolve) => {
    begun = resolve
  })
  const evaluation = workers.run('evaluate', input, `Fund ${fundCode}`, (step) => {
    begun()
    onStep?.(step)
  })
  evaluation.then(() => onStep?.('Storing the results…')).catch(() => {})
  await Promise.race([begin, evaluation])
  return { evaluation }
}

/**
 * What the rules read beside the files of a NAV, and the figures that they compare with. Second sources have thousands of
 * rows: as JSON, written once, they go to the worker and into the database without being copied as objects.
 */
export async function inputOfRules(
  read: Read,
  { nav, tables }: Pick<FilesRead, 'nav' | 'tables'>,
  previous: PreviousControl | null,
): Promise<{ previousJson: string | null; inputJson: string }> {
  const lines = tables.inventory?.lines ?? null
  const [reference, previousJson, elsewhere, sources] = await Promise.all([
    ruleReference(read, nav, previous),
    previous ? figuresJson(read, previous.controlId) : null,
    pricesElsewhere(read, nav.fundId, lines),
    secondSources(read, nav, lines, previous),
  ])
  const input: RuleReference = {
    ...reference,
    pricesElsewhere: elsewhere,
    ...(sources ? { sources } : {}),
  }
  return { previousJson, inputJson: JSON.stringify(storedReference(input)) }
}

/** Runs the control of one fund of an upload. @throws DomainError also where its tables could not be read */
export async function controlFund(
  work: UserWork,
  site: ControlSite,
  { upload, reasons, digest, hashes }: ReadUpload,
  found: FundRead,
): Promise<ControlRun> {
  const { read, actor } = work
  const { nav, tables, format } = await filesOfNav(read, upload, found)
  refuseWhenReadOnly(actor, await instanceById(read, nav.id))

  const previous = await previousControl(read, nav)
  const [{ previousJson, inputJson }, sameFilesAs] = await Promise.all([
    inputOfRules(read, { nav, tables }, previous),
    lastWithFiles(read, nav.id, hashes),
  ])
  const { evaluation } = await beginRules(site, nav, [tables, previousJson, inputJson])

  const action = `control ${digest}`
  return work.transaction(async (context) => {
    const { tx, now } = context
    let stored: ControlWithResults | undefined
    const run = async () => {
      let instance = await lockInstance(tx, nav.id)
      refuseWhenReadOnly(actor, instance)
      const takenFrom = withdrawnFrom(instance)
      instance = await voidApprovals(context, instance, `new control by ${actor.fullName}`)
      stored = await storeControl(context, {
        fundNavId: nav.id,
        round: instance.round,
        upload,
        tables,
        format,
        evaluation,
        inputJson,
        previousControlId: previous?.controlId ?? null,
        navErrorId: null,
        sameFilesAs,
        reasonDisplay: reasons.find(({ code }) => code === upload.reasonCode)?.display ?? upload.reasonCode,
      })
      const { id: controlId, okCount, nokCount, notApplicableCount } = stored.control
      await moveInstance(tx, instance, {
        type: 'system',
        name: 'control',
        to: { queue: 'ACCOUNTANT', status: 'CONTROLLED', class: 'pending' },
        who: actor,
        log: `${stored.control.definition}: ${summaryOf(stored.control)}. ${upload.comment.trim()}`,
        data: {
          controlId,
          reasonCode: upload.reasonCode,
          okCount,
          nokCount,
          notApplicableCount,
          ...(sameFilesAs && { sameFilesAs: sameFilesAs.id }),
          ...(format && { format: format.code, formatVersion: format.version }),
          ...(upload.hasWaited && tellsUser(actor.id)),
        },
        now,
      })
      await refreshAutoChecks(context, instance, stored.results)
      return { fundNavId: nav.id, controlId, okCount, nokCount, takenFrom }
    }
    const done = await withIdempotencyKey(context, action, run)
    return {
      ...done,
      fundCode: nav.fundCode,
      navDate: nav.navDate,
      ...(stored ?? (await controlWithResults(tx, done.controlId))),
    }
  })
}

function checkNav(nav: NavFacts, { set, fundNavId }: ControlUpload): void {
  checkProvider(nav, set)
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
