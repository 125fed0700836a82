import { z } from 'zod'
import { parseFields, RELOAD } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { type DefinitionStep, OWN_STEP, stepLabel } from '~/platform/workflow/definition-step'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { rulesInPath } from '../definition-kinds'
import { changeable, judgedBy, openNewVersion, storeStep } from '../new-version.server'
import { isFixed, type StepEntry, stepChoices } from '../step-entry'
import { pathOfKind } from './version-tables'

const count = z
  .string(RELOAD)
  .regex(/^\d{1,9}$/, RELOAD)
  .transform(Number)
const text = (longest: number) => z.string().max(longest, RELOAD).default('')

/** Requests a version in the making. */
export const RequestFields = z.object({
  revision: count,
  validFrom: z.string('Choose the first day.').refine(isDay, 'Choose the first day.'),
  comment: z
    .string('Enter a reason.')
    .trim()
    .min(1, 'Enter a reason.')
    .max(1_000, 'At most 1,000 characters.'),
})

/** Discards it. */
export const DiscardFields = z.object({ revision: count })

/** Of the form that confirms that a step is left out. */
export const StepDeletion = z.object({ revision: count })

const StepFields = z.object({
  revision: count,
  like: z
    .string()
    .regex(/^\d{0,3}$/, RELOAD)
    .default(''),
  display: text(200),
  from: text(100),
  to: text(100),
  newQueue: text(100),
  newStatus: text(100),
  newClass: text(30),
  actingQueue: text(100),
  dateToDisplayId: z.enum(['', '1', '2', '3'], RELOAD).default(''),
})

/** A step's form as it was sent. */
export const StepForm = StepFields.transform(({ revision, like, dateToDisplayId, ...entry }) => ({
  revision,
  like: like === '' ? null : Number(like),
  entry: {
    ...entry,
    dateToDisplayId: dateToDisplayId === '' ? null : (Number(dateToDisplayId) as 1 | 2 | 3),
  },
}))

/** The boxes of a step's form: unticked ones send nothing. */
export function boxesIn(
  typed: Readonly<Record<string, string>>,
): Pick<StepEntry, 'commentRequired' | 'excludes'> {
  const ticked = Object.entries(typed).flatMap(([name, value]) => (value === 'on' ? [name] : []))
  return {
    commentRequired: ticked.includes('commentRequired'),
    excludes: ticked.flatMap((name) =>
      name.startsWith('excludes-') ? [name.slice('excludes-'.length)] : [],
    ),
  }
}

/** The place of a step in an address. @throws DomainError not-found */
export function stepInPath(text: string | undefined): number {
  if (/^\d{1,3}$/.test(text ?? '')) return Number(text)
  throw new DomainError('not-found', 'There is no such step in the new version. Choose one from its table.')
}

/** The data for the form of a step of the draft. @param at its place; null for a new one */
export async function stepFormAnswer({ read, services }: Guarded, { params }: RouteArgs, at: number | null) {
  const rules = rulesInPath(params.kind)
  const { kind, one, marks, bendable, datesEffect } = rules
  const draft = await openNewVersion(read, kind)
  const judged = await judgedBy(read, kind)
  const step = at === null ? null : changeable(draft.steps, at)
  return {
    one,
    step,
    marks,
    revision: draft.revision,
    closeHref: `${pathOfKind(kind)}/draft`,
    idempotencyKey: services.ids.uuid(),
    choices: stepChoices(draft.steps, judged),
    like: step === null ? likes(judged.shipped) : [],
    isBendable: step === null || step.name.startsWith(OWN_STEP) || bendable.includes(step.name),
    kept: step === null ? [] : keptMarks(step, judged.shipped),
    asksForDates: datesEffect !== null,
  }
}

/** Fundesk's steps, except those that it takes by itself. */
function likes(shipped: readonly DefinitionStep[]) {
  return shipped.flatMap((step, at) =>
    isFixed(step) ? [] : [{ value: String(at), label: `As ${stepLabel(step)}` }],
  )
}

/** The people whom every variant of a Fundesk step excludes. */
function keptMarks({ name, fromQueue }: DefinitionStep, shipped: readonly DefinitionStep[]): string[] {
  const same = shipped.filter((step) => step.name === name && step.fromQueue === fromQueue)
  return (same[0]?.excludes ?? []).filter((mark) => same.every(({ excludes }) => excludes.includes(mark)))
}

/** Stores the step that was posted. @param at its place; null for a new one */
export function saveStep(guarded: Guarded, args: RouteArgs, at: () => number | null) {
  const { transaction } = guarded
  return formAnswer(args, async (typed) => {
    const { kind } = rulesInPath(args.params.kind)
    const { revision, like, entry } = parseFields(typed, StepForm)
    const change = { kind, revision, at: at(), like, entry: { ...entry, ...boxesIn(typed) } }
    const action = `step ${change.at ?? 'new'} of the workflow of ${kind}`
    const line = await transaction((context) =>
      withIdempotencyKey(context, action, () => storeStep(context, change)),
    )
    return redirectWithStatus(guarded, `${pathOfKind(kind)}/draft`, line)
  })
}
