import { parseFields } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { once } from '~/platform/workflow/once.server'
import { saveDraftStep } from '../change-draft.server'
import { rulesInPath } from '../definition-kinds'
import { boxesIn, onceKey, StepForm } from './draft-forms'
import { pathOfKind } from './tables'

/** Stores the step that was posted. @param at its place; null for a new one */
export function saveStep(guarded: Guarded, args: RouteArgs, at: () => number | null) {
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { kind } = rulesInPath(args.params.kind)
    const { revision, like, entry } = parseFields(typed, StepForm)
    const change = { kind, revision, at: at(), like, entry: { ...entry, ...boxesIn(typed) } }
    const now = services.clock()
    const key = onceKey(actor, typed, `step ${change.at ?? 'new'} of the workflow of ${kind}`, now)
    const line = await transaction((tx) => once(tx, key, () => saveDraftStep(tx, actor, change, now)))
    return redirectWithStatus(guarded, `${pathOfKind(kind)}/draft`, line)
  })
}
