import { OVERRIDE_REFUSED } from '~/areas/budgets/override-budget.server'
import { invoicesOfDraft } from '~/areas/invoices/list.server'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import type { Said } from '~/http/status-line'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { overrideBudget } from '../budget-checks.server'
import { confirmTotals } from '../confirm-totals.server'
import { DraftSaveFields, DraftStepFields, draftFieldsIn, OverrideFields, TotalsFields } from '../forms'
import { updateDraft } from '../update-draft.server'
import { takeDraftStep } from '../workflow.server'

/** Title of a refusal without one of its own, by the form that was sent. */
export function titleOf(intent: string | undefined): string {
  if (intent === 'override budget') return OVERRIDE_REFUSED
  return intent === 'step' ? STEP_REFUSED : 'The draft was not saved'
}

/** Runs the form of a draft's page that was sent, and leads on from it. */
export async function answerToDraftForm(
  guarded: Guarded,
  request: Request,
  draftId: number,
  typed: Record<string, string>,
) {
  const { actor, transaction, services } = guarded
  const now = services.clock()
  const here = `/drafts/${draftId}`
  if (typed.intent === 'step') {
    const { eventLog, ...step } = parseFields(typed, DraftStepFields, STEP_REFUSED)
    const input = { ...step, draftId, comment: eventLog }
    const said = await transaction(async (tx): Promise<Said> => {
      const line = await takeDraftStep(tx, actor, input, now, services.settings.timeZone)
      const made = await invoicesOfDraft(tx, draftId)
      if (made.length === 0) return { line }
      const links = made.map(({ id }) => ({ label: `invoice ${id}`, href: `/drafts/invoices/${id}` }))
      return { line: `Draft ${draftId} completed`, links }
    })
    return redirectWithStatus(guarded, here + sameSearch(request, { done: 1 }), said)
  }
  if (typed.intent === 'confirm totals') {
    const input = { ...parseFields(typed, TotalsFields), draftId }
    await transaction((tx) => confirmTotals(tx, actor, input, now))
    return redirectWithStatus(guarded, here + sameSearch(request), `Totals of draft ${draftId} confirmed`)
  }
  if (typed.intent === 'override budget') {
    const input = { ...parseFields(typed, OverrideFields, OVERRIDE_REFUSED), draftId }
    const done = await transaction((tx) => overrideBudget(tx, actor, input, now))
    return redirectWithStatus(guarded, here + sameSearch(request), done)
  }
  const { revision, idempotencyKey } = parseFields(typed, DraftSaveFields)
  const fields = draftFieldsIn(typed)
  await transaction((tx) => updateDraft(tx, actor, { draftId, revision, fields, idempotencyKey }, now))
  const to = typed.next === 'allocate' ? `${here}/allocations` : here
  return redirectWithStatus(guarded, to + sameSearch(request), `Draft ${draftId} saved`)
}
