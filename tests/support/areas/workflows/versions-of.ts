import { secondAdmin } from 'tests/support/second-admin'
import type { TestSite } from 'tests/support/site'
import type { Actor } from '~/areas/access/actor'
import { beginNewVersion, openNewVersion, removeStep, storeStep } from '~/areas/workflows/new-version.server'
import { requestDefinition } from '~/areas/workflows/request-definition.server'
import type { StepEntry } from '~/areas/workflows/step-entry'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { sourceStateName, stateName, targetState } from '~/platform/workflow/definition-step'

/** Adds a second administrator to a site; returns helpers for new versions of its workflows. */
export async function versionsOf(site: TestSite) {
  const admin = site.actor('admin')
  const other = await secondAdmin(site)
  const draft = (kind: string) => openNewVersion(site.read, kind)

  const begin = (kind: string, who = admin) => site.as(who, (context) => beginNewVersion(context, kind))
  /** Changes the step with this name (from this state) in the draft. */
  async function change(kind: string, name: string, entry: Partial<StepEntry>, from?: string) {
    const { steps, revision } = await draft(kind)
    const at = steps.findIndex((step) => step.name === name && (!from || sourceStateName(step) === from))
    const step = steps[at]
    if (!step) throw new Error(`no step ${name} of ${kind}`)
    const as: StepEntry = {
      display: step.display,
      from: sourceStateName(step),
      to: stateName(targetState(step)),
      ...NO_PLACE,
      actingQueue: step.actingQueue,
      commentRequired: step.commentRequired,
      excludes: step.excludes,
      dateToDisplayId: step.dateToDisplayId,
      ...entry,
    }
    const changed = { kind, revision, at, like: null, entry: as }
    return site.as(admin, (context) => storeStep(context, changed))
  }
  async function add(kind: string, entry: Partial<StepEntry>, like: number | null = null, seen?: number) {
    const { revision } = await draft(kind)
    const as: StepEntry = {
      display: '',
      from: '',
      to: '',
      actingQueue: 'TEAM LEADER',
      commentRequired: false,
      ...NO_PLACE,
      excludes: [],
      dateToDisplayId: null,
      ...entry,
    }
    const added = { kind, revision: seen ?? revision, at: null, like, entry: as }
    return site.as(admin, (context) => storeStep(context, added))
  }
  async function leaveOut(kind: string, name: string) {
    const { steps, revision } = await draft(kind)
    const at = steps.findIndex((step) => step.name === name)
    return site.as(admin, (context) => removeStep(context, { kind, revision, at }))
  }
  async function request(kind: string, validFrom = '2026-11-02', who = admin) {
    const { revision } = await draft(kind)
    const input = { kind, revision, validFrom, comment: 'A second look' }
    return site.as(who, (context) => requestDefinition(context, input))
  }
  const waiting = () => pendingChanges(site.read)
  async function decide(who: Actor = other, decision: Decision = approvePendingChange) {
    const [first] = await waiting()
    await site.as(who, (context) => decision(context, first?.id ?? 0))
  }
  const refuse = () => decide(other, refusePendingChange)
  /** A version in force, with one changed text. */
  async function activateVersion(kind: string, name: string, entry: Partial<StepEntry>) {
    await begin(kind)
    await change(kind, name, entry)
    await request(kind)
    await decide()
  }
  return { other, draft, begin, change, add, leaveOut, request, waiting, decide, refuse, activateVersion }
}

type Decision = typeof approvePendingChange

const NO_PLACE = { newQueue: '', newStatus: '', newClass: '' }
