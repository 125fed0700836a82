import { reason } from 'db/schema/lookups'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { UserWork } from '~/areas/access/user-context'
import type { OnStep } from '~/platform/threads/worker-thread'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
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
import { secondSources } from '../sources/nav-sources.server'
import type { ControlWorkers } from '../worker/jobs'
import { CONTROL_TITLE, type ControlUpload, checkControlUpload, controlSize } from './control-upload'
import { lastWithFiles } from './controls-of.server'
import { controlFormats, filesOfFormats, readUpload } from './read-upload.server'
import { previousControl, pricesElsewhere, ruleReference } from './rule-reference.server'
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

/**
 * Reads an upload in a worker, runs the rules on it, and stores everything in one transaction. A refused upload
 * leaves nothing behind; the same key twice runs one control. Only then is the control read again: it may have changed.
 */
export async function runControl(
  work: UserWork,
  { workers, onStep }: ControlSite,
  upload: ControlUpload,
): Promise<ControlRun> {
  const { read, actor } = work
  const reasons = await read.select({ code: reason.code, display: reason.display }).from(reason)
  const { uploadType, files } = CONTROL_SETS[upload.set]
  const formats = await controlFormats(read, uploadType)
  checkControlUpload(upload, {
    reasonCodes: reasons.map(({ code }) => code),
    counts: [...new Set([files, ...filesOfFormats(formats)])].sort((a, b) => a - b),
    size: controlSize(formats.length > 0),
  })
  const from =
    upload.fundNavId === null || formats.length === 0 ? null : await navFacts(read, upload.fundNavId)
  const { tables, format } = await readUpload({ workers, upload, nav: from, onStep }, formats)
  const { fundCode, navDate } = tables.nav.source.preamble
  const nav = await expectedNav(read, fundCode.value, navDate.value)
  checkNav(nav, upload)
  refuseWhenReadOnly(actor, await instanceById(read, nav.id))

  const previous = await previousControl(read, nav)
  const [reference, previousJson, elsewhere, sources, sameFilesAs] = await Promise.all([
    ruleReference(read, nav, previous),
    previous ? figuresJson(read, previous.controlId) : null,
    pricesElsewhere(read, nav.fundId, tables.inventory?.lines ?? null),
    secondSources(read, nav, tables.inventory?.lines ?? null, previous),
    lastWithFiles(read, nav.id, upload.files),
  ])
  // The rules run while the figures are stored; they are begun first, so that no transaction waits for a free worker.
  let begun = () => {}
  const begin = new Promise<void>((resolve) => {
    begun = resolve
  })
  const input = { ...reference, pricesElsewhere: elsewhere, ...(sources ? { sources } : {}) }
  const evaluation = workers.run(
    'evaluate',
    [tables, previousJson, input],
    `Fund ${nav.fundCode}`,
    (step) => {
      begun()
      onStep?.(step)
    },
  )
  evaluation.then(() => onStep?.('Storing the results…')).catch(() => {})
  await Promise.race([begin, evaluation])

  const typed = [upload.set, upload.reasonCode, upload.comment, ...(upload.format ? [upload.format] : [])]
  const action = `control ${uploadDigest(upload.files, ...typed)}`
  return work.transaction(async (context) => {
    const { tx, now } = context
    let stored: ControlWithResults | undefined
    const run = async () => {
      let instance = await lockInstance(tx, nav.id)
      refuseWhenReadOnly(actor, instance)
      const takenFrom = withdrawnFrom(instance)
      instance = await voidApprovals(context, instance, `new control by ${actor.fullName}`)
      stored = await storeControl(tx, {
        fundNavId: nav.id,
        round: instance.round,
        upload,
        tables,
        format,
        evaluation,
        input,
        previousControlId: previous?.controlId ?? null,
        sameFilesAs,
        reasonDisplay: reasons.find(({ code }) => code === upload.reasonCode)?.display ?? upload.reasonCode,
        actor,
        now,
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
