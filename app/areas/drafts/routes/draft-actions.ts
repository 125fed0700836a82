import { OVERRIDE_REFUSED } from '~/areas/budgets/override-budget.server'
import { invoicesOfDraft } from '~/areas/invoices/list.server'
import { sameSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { overrideBudget } from '../draft-view.server'
import { AcceptFields, DraftStepFields, OverrideFields, TotalsFields } from '../forms'
import { acceptDuplicates, DUPLICATE_NOT_ACCEPTED } from '../upload/confirm-duplicates.server'
import { confirmTotals } from '../upload/einvoice.server'
import { draftWorkflow } from '../workflow.server'

interface DraftPage {
  guarded: Guarded
  request: Request
  draftId: number
}

export const NOT_SAVED = 'The draft was not saved'

const here = (draftId: number) => `/drafts/${draftId}`

/** The next step of the draft. */
const step = pageForm({
  title: STEP_REFUSED,
  fields: DraftStepFields,
  async answer({ guarded, request, draftId }: DraftPage, { eventLog, stepId, ...chosen }) {
    const { transaction } = guarded
    const input = { ...chosen, comment: eventLog }
    const message = await transaction(async (context) => {
      const line = await takeStep(context, draftWorkflow, draftId, stepId, input)
      const made = await invoicesOfDraft(context.tx, draftId)
      if (made.length === 0) return { line }
      const links = made.map(({ id }) => ({ label: `invoice ${id}`, href: `/drafts/invoices/${id}` }))
      return { line: `Draft ${draftId} completed`, links }
    })
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request, { done: 1 }), message)
  },
})

/** The totals of an e-invoice that do not add up. */
const totals = pageForm({
  title: NOT_SAVED,
  fields: TotalsFields,
  async answer({ guarded, request, draftId }: DraftPage, confirmed) {
    const { transaction } = guarded
    await transaction((context) => confirmTotals(context, { ...confirmed, draftId }))
    const line = `Totals of draft ${draftId} confirmed`
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request), line)
  },
})

/** The bills that the draft looks like a duplicate of. */
const accept = pageForm({
  title: DUPLICATE_NOT_ACCEPTED,
  fields: AcceptFields,
  async answer({ guarded, request, draftId }: DraftPage, accepted) {
    const { transaction } = guarded
    const line = await transaction((context) => acceptDuplicates(context, { ...accepted, draftId }))
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request), line)
  },
})

/** A budget that the draft may exceed. */
const override = pageForm({
  title: OVERRIDE_REFUSED,
  fields: OverrideFields,
  async answer({ guarded, request, draftId }: DraftPage, allowed) {
    const { transaction } = guarded
    const input = { ...allowed, draftId }
    const line = await transaction((context) => overrideBudget(context, input))
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request), line)
  },
})

/** The forms of a draft's page. */
export const DRAFT_FORMS: PageForms<DraftPage> = {
  step,
  'confirm totals': totals,
  'accept duplicate': accept,
  'override budget': override,
}
