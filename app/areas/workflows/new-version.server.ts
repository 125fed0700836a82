import type { Read, Transaction } from 'db/database'
import { oneAtATime } from '~/areas/access/second-person.server'
import { dropSiteSetting, putSiteSetting, siteSettingOf } from '~/areas/access/site-setting.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { queueChoices } from '~/areas/access/users.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { newestDefinition, shippedSteps } from '~/platform/workflow/definition.server'
import type { Judged } from '~/platform/workflow/definition-faults'
import { type DefinitionStep, stepLabel } from '~/platform/workflow/definition-step'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { type DefinitionDraft, rulesOf } from './definition-kinds'
import { enteredStep, isFixed, type StepEntry, stepChoices } from './step-entry'

/** What the versions of a kind are checked against now. */
export async function judgedBy(read: Read, kind: string): Promise<Judged> {
  const [shipped, queues] = [await shippedSteps(read, kind), await queueChoices(read)]
  return { rules: rulesOf(kind), shipped, queues: new Set(queues) }
}

const keyOf = (kind: string) => `workflow draft: ${kind}`

/** The version of a kind that administrators work on; null while there is none. */
export async function definitionDraft(read: Read, kind: string): Promise<DefinitionDraft | null> {
  return ((await siteSettingOf(read, keyOf(kind))) ?? null) as DefinitionDraft | null
}

/** The same where there must be one. @throws DomainError not-found */
export async function openNewVersion(read: Read, kind: string): Promise<DefinitionDraft> {
  const draft = await definitionDraft(read, kind)
  if (!draft)
    throw new DomainError(
      'not-found',
      'No new version in progress: it was requested, discarded or never started. Start one on the page of the workflow.',
    )
  return draft
}

/** The draft as the user who changes it saw it, locked against other users until the transaction ends. */
export async function lockNewVersion(tx: Transaction, kind: string, seen: number): Promise<DefinitionDraft> {
  await oneAtATime(tx)
  const draft = await openNewVersion(tx, kind)
  if (draft.revision !== seen)
    throw new DomainError(
      'conflict',
      `The new version was changed by ${draft.changedBy} after you opened this page. Check its current state, then try again.`,
      { details: { revision: draft.revision } },
    )
  return draft
}

/** Stores the draft's steps as the user changed them. */
async function storeNewVersion(
  { tx, now }: TransactionAt,
  draft: DefinitionDraft,
  steps: DefinitionStep[],
  by: { fullName: string },
): Promise<void> {
  const changed = { changedBy: by.fullName, changedAt: now.toISOString() }
  const next: DefinitionDraft = { ...draft, ...changed, steps, revision: draft.revision + 1 }
  await putSiteSetting(tx, keyOf(draft.kind), next)
}

/**
 * Ends the draft of a kind.
 * @param made the steps of the approved version; changes made since the request stay
 */
export async function dropNewVersion(
  tx: Transaction,
  kind: string,
  made?: readonly DefinitionStep[],
): Promise<void> {
  const draft = made && (await definitionDraft(tx, kind))
  if (draft && canonicalJson(draft.steps) !== canonicalJson(made)) return
  await dropSiteSetting(tx, keyOf(kind))
}

/**
 * Begins a new version of a kind's workflow as a copy of the newest one. A version in the making is continued, unless a
 * newer version came meanwhile: then it could never take effect.
 */
export async function beginNewVersion(context: UserWriteContext, kind: string): Promise<void> {
  const { tx, actor } = context
  await oneAtATime(tx)
  const { version, steps } = await newestDefinition(tx, kind)
  const draft = await definitionDraft(tx, kind)
  if (draft && draft.base === version) return
  const begun = { kind, base: version, revision: draft?.revision ?? 0, changedBy: '', changedAt: '', steps }
  await storeNewVersion(context, begun, steps, actor)
}

/** A change to the draft of a kind, as the form showed it. */
interface Change {
  kind: string
  revision: number
}

/**
 * Changes a step of the draft, or adds one after it; returns the result in a short line.
 * @param at the step's place in the draft; null for a new one
 * @param like for a new one: the place, among Fundesk's own steps, of the step whose work it does
 * @throws DomainError invalid, with a sentence for each field; conflict when another user changed the draft
 */
export async function storeStep(
  context: UserWriteContext,
  { kind, revision, at, like, entry }: Change & { at: number | null; like: number | null; entry: StepEntry },
): Promise<string> {
  const { tx, actor } = context
  const draft = await lockNewVersion(tx, kind, revision)
  const judged = await judgedBy(tx, kind)
  const before = at === null ? brought(judged.shipped, like) : changeable(draft.steps, at)
  const step = enteredStep(before, entry, judged.rules, stepChoices(draft.steps, judged))
  const steps =
    at === null ? [...draft.steps, step] : draft.steps.map((each, index) => (index === at ? step : each))
  await storeNewVersion(context, draft, steps, actor)
  return `${stepLabel(step)}: ${at === null ? 'added to' : 'changed in'} the new version`
}

/** Leaves a step out of the draft; returns the result in a short line. */
export async function removeStep(
  context: UserWriteContext,
  { kind, revision, at }: Change & { at: number },
): Promise<string> {
  const { tx, actor } = context
  const draft = await lockNewVersion(tx, kind, revision)
  const step = changeable(draft.steps, at)
  const steps = draft.steps.filter((_, index) => index !== at)
  await storeNewVersion(context, draft, steps, actor)
  return `${stepLabel(step)}: removed from the new version`
}

/** Discards the draft; returns the result in a short line. */
export async function discardNewVersion(tx: Transaction, { kind, revision }: Change): Promise<string> {
  await lockNewVersion(tx, kind, revision)
  await dropNewVersion(tx, kind)
  return 'New version discarded'
}

/** A step of the draft that people may change. @throws DomainError not-found, refused */
export function changeable(steps: readonly DefinitionStep[], at: number): DefinitionStep {
  const step = steps[at]
  if (!step)
    throw new DomainError('not-found', 'There is no such step in the new version. Choose one from its table.')
  if (isFixed(step))
    throw new DomainError('refused', `${stepLabel(step)} is taken by Fundesk itself and cannot be changed.`)
  return step
}

function brought(shipped: readonly DefinitionStep[], like: number | null): DefinitionStep | null {
  if (like === null) return null
  const step = shipped[like]
  if (step && !isFixed(step)) return step
  throw new DomainError('invalid', 'Choose what the step does.', {
    fields: { like: 'Choose what the step does.' },
  })
}
