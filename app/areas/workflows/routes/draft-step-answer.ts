import type { Guarded, RouteArgs } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import { type DefinitionStep, OWN_STEP, stepWords } from '~/platform/workflow/definition-step'
import { changeable } from '../change-draft.server'
import { rulesInPath } from '../definition-kinds'
import { judgedBy } from '../judged.server'
import { isFixed, stepChoices } from '../step-entry'
import { openDraft } from '../stored-draft.server'
import { pathOfKind } from './tables'

/** The place of a step in an address. @throws DomainError not-found */
export function stepInPath(text: string | undefined): number {
  if (/^\d{1,3}$/.test(text ?? '')) return Number(text)
  throw new DomainError('not-found', 'There is no such step in the new version. Choose one of its table.')
}

/** What the form of a step of the draft needs. @param at its place; null for a new one */
export async function draftStepAnswer(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  { params }: RouteArgs,
  at: number | null,
) {
  const rules = rulesInPath(params.kind)
  const { kind, one, marks, bendable, datesEffect } = rules
  const draft = await openDraft(read, kind)
  const judged = await judgedBy(read, kind)
  const step = at === null ? null : changeable(draft.steps, at)
  return {
    ...{ one, step, marks, revision: draft.revision, closeHref: `${pathOfKind(kind)}/draft` },
    idempotencyKey: services.ids.uuid(),
    choices: stepChoices(draft.steps, judged),
    like: step === null ? likes(judged.shipped) : [],
    isBendable: step === null || step.name.startsWith(OWN_STEP) || bendable.includes(step.name),
    kept: step === null ? [] : keptMarks(step, judged.shipped),
    asksForDates: datesEffect !== null,
  }
}

/** Fundesk's steps, but those that it takes by itself. */
function likes(shipped: readonly DefinitionStep[]) {
  return shipped.flatMap((step, at) =>
    isFixed(step) ? [] : [{ value: String(at), label: `As ${stepWords(step)}` }],
  )
}

/** Those whom every way of a step of Fundesk's excludes. */
function keptMarks({ name, fromQueue }: DefinitionStep, shipped: readonly DefinitionStep[]): string[] {
  const same = shipped.filter((step) => step.name === name && step.fromQueue === fromQueue)
  return (same[0]?.excludes ?? []).filter((mark) => same.every(({ excludes }) => excludes.includes(mark)))
}
