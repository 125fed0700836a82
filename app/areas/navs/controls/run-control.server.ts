import type { Doors } from 'db/database'
import { reason } from 'db/schema/lookups'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { OnStep } from '~/platform/threads/progress'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { refreshAutoChecks } from '../auto-checks.server'
import { expectedNav } from '../nav-facts.server'
import { mayChangeFigures, type NavFacts, readOnlyReason } from '../nav-state'
import { voidApprovals } from '../void-approvals.server'
import type { ControlWorkers } from '../worker/control-workers'
import { CONTROL_SETS, CONTROL_TITLE, type ControlUpload, checkControlUpload } from './control-upload'
import { figuresJson } from './figures.server'
import { previousControl, ruleReference } from './rule-reference.server'
import { storeControl } from './store-control.server'
import { uploadDigest } from './upload-digest.server'

export interface ControlRun {
  fundNavId: number
  controlId: number
  okCount: number
  nokCount: number
}

/** What running a control needs besides its input. */
export interface ControlSite {
  doors: Pick<Doors, 'read' | 'transaction'>
  workers: ControlWorkers
  clock: () => Date
  /** Hears the steps in words, for whoever waits. */
  onStep?: OnStep
}

/**
 * Reads an upload in a worker, runs the 32 rules on it, and stores everything in one transaction. Nothing is kept of
 * a refused upload; the same key twice runs one control.
 */
export async function runControl(
  { doors, workers, clock, onStep }: ControlSite,
  actor: Actor,
  upload: ControlUpload,
  idempotencyKey: string,
): Promise<ControlRun> {
  const { read } = doors
  const reasons = await read.select({ code: reason.code }).from(reason)
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
  const [reference, previousJson] = await Promise.all([
    ruleReference(read, nav, previous),
    previous ? figuresJson(read, previous.controlId) : null,
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
  return doors.transaction((tx) =>
    once(tx, { key: idempotencyKey, userId: actor.id, action, now }, async () => {
      let instance = await lockInstance(tx, nav.id)
      refuseWhenReadOnly(actor, instance)
      instance = await voidApprovals(tx, instance, `new control by ${actor.fullName}`, now)
      const controlId = await storeControl(tx, {
        fundNavId: nav.id,
        round: instance.round,
        upload,
        fileTypes: summary.fileTypes,
        figures: json,
        outcomes,
        previousControlId: previous?.controlId ?? null,
        actor,
        now,
      })
      const nokCount = outcomes.filter(({ result }) => result === 'NOK').length
      const okCount = outcomes.length - nokCount
      await moveInstance(tx, instance, {
        type: 'system',
        name: 'control',
        to: { queue: 'ACCOUNTANT', status: 'CONTROLLED', class: 'pending' },
        who: actor,
        log: `${CONTROL_SETS[upload.set].definition}: ${okCount} of ${outcomes.length} OK. ${upload.comment.trim()}`,
        data: { controlId, reasonCode: upload.reasonCode, okCount, nokCount },
        now,
      })
      await refreshAutoChecks(tx, instance, controlId, now)
      return { fundNavId: nav.id, controlId, okCount, nokCount }
    }),
  )
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
      `These files are of ${nav.fundCode} of ${nav.navDate}, which is not the NAV you started from. Choose the files of that NAV, or upload from the list.`,
      { title: CONTROL_TITLE },
    )
}

/** Throws when the actor may not upload to a NAV in this state. */
export function refuseWhenReadOnly(actor: Actor, instance: { queue: string; status: string }): void {
  const refusal = readOnlyReason(instance, stepTaker(actor), mayChangeFigures(actor))
  if (refusal) throw new DomainError('forbidden', refusal)
}
