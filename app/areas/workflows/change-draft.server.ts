import type { Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { type DefinitionStep, stepWords } from '~/platform/workflow/definition-step'
import { judgedBy } from './judged.server'
import { enteredStep, isFixed, type StepEntry, stepChoices } from './step-entry'
import { dropDraft, lockDraft, storeDraft } from './stored-draft.server'

/** A change to the draft of a kind, as it was seen. */
interface Change {
  kind: string
  revision: number
}

/**
 * Changes a step of the draft, or adds one behind it; answers what happened, in a short line.
 * @param at the step's place in the draft; null for a new one
 * @param like for a new one: the place, among those that Fundesk brings, of the step that it does the same as
 * @throws DomainError invalid, with a sentence for each field; conflict when somebody else changed the draft
 */
export async function saveDraftStep(
  tx: Transaction,
  actor: Actor,
  { kind, revision, at, like, entry }: Change & { at: number | null; like: number | null; entry: StepEntry },
  now: Date,
): Promise<string> {
  const draft = await lockDraft(tx, kind, revision)
  const judged = await judgedBy(tx, kind)
  const before = at === null ? brought(judged.shipped, like) : changeable(draft.steps, at)
  const step = enteredStep(before, entry, judged.rules, stepChoices(draft.steps, judged))
  const steps =
    at === null ? [...draft.steps, step] : draft.steps.map((each, index) => (index === at ? step : each))
  await storeDraft(tx, draft, steps, actor, now)
  return `${stepWords(step)}: ${at === null ? 'added to' : 'changed in'} the new version`
}

/** Leaves a step out of the draft; answers what happened, in a short line. */
export async function deleteDraftStep(
  tx: Transaction,
  actor: Actor,
  { kind, revision, at }: Change & { at: number },
  now: Date,
): Promise<string> {
  const draft = await lockDraft(tx, kind, revision)
  const step = changeable(draft.steps, at)
  const steps = draft.steps.filter((_, index) => index !== at)
  await storeDraft(tx, draft, steps, actor, now)
  return `${stepWords(step)}: left out of the new version`
}

/** Gives the draft up; answers what happened, in a short line. */
export async function discardDraft(tx: Transaction, { kind, revision }: Change): Promise<string> {
  await lockDraft(tx, kind, revision)
  await dropDraft(tx, kind)
  return 'New version discarded'
}

/** A step of the draft that people may change. @throws DomainError not-found, refused */
export function changeable(steps: readonly DefinitionStep[], at: number): DefinitionStep {
  const step = steps[at]
  if (!step)
    throw new DomainError('not-found', 'There is no such step in the new version. Choose one of its table.')
  if (isFixed(step))
    throw new DomainError('refused', `${stepWords(step)} is taken by Fundesk itself: it stays as it is.`)
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
