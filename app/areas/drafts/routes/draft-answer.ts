import { OVERRIDE_REFUSED } from '~/areas/budgets/override-budget.server'
import { invoicesOfDraft } from '~/areas/invoices/list.server'
import { sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import type { Said } from '~/http/status-line'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { overrideBudget } from '../budget-checks.server'
import { confirmTotals } from '../confirm-totals.server'
import { DraftSaveFields, DraftStepFields, draftFieldsIn, OverrideFields, TotalsFields } from '../forms'
import { updateDraft } from '../update-draft.server'
import { takeDraftStep } from '../workflow.server'

/** A form of a draft's page, with its sent fields. */
interface SentForm {
  guarded: Guarded
  request: Request
  draftId: number
  typed: Record<string, string>
}

interface DraftForm {
  /** For a refusal that has no title of its own. */
  title: string
  /** Does what the form requests, and redirects from it. */
  answer(sent: SentForm): Promise<Response>
}

/** The next step of the draft. */
const step: DraftForm = {
  title: STEP_REFUSED,
  async answer({ guarded, request, draftId, typed }) {
    const { actor, transaction, services } = guarded
    const { eventLog, ...chosen } = parseFields(typed, DraftStepFields, STEP_REFUSED)
    const input = { ...chosen, draftId, comment: eventLog }
    const said = await transaction(async (tx): Promise<Said> => {
      const line = await takeDraftStep(tx, actor, input, services.clock(), services.settings.timeZone)
      const made = await invoicesOfDraft(tx, draftId)
      if (made.length === 0) return { line }
      const links = made.map(({ id }) => ({ label: `invoice ${id}`, href: `/drafts/invoices/${id}` }))
      return { line: `Draft ${draftId} completed`, links }
    })
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request, { done: 1 }), said)
  },
}

/** The totals of an e-invoice that do not add up. */
const totals: DraftForm = {
  title: 'The draft was not saved',
  async answer({ guarded, request, draftId, typed }) {
    const { actor, transaction, services } = guarded
    const input = { ...parseFields(typed, TotalsFields), draftId }
    await transaction((tx) => confirmTotals(tx, actor, input, services.clock()))
    const line = `Totals of draft ${draftId} confirmed`
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request), line)
  },
}

/** A budget that the draft may exceed. */
const override: DraftForm = {
  title: OVERRIDE_REFUSED,
  async answer({ guarded, request, draftId, typed }) {
    const { actor, transaction, services } = guarded
    const input = { ...parseFields(typed, OverrideFields, OVERRIDE_REFUSED), draftId }
    const line = await transaction((tx) => overrideBudget(tx, actor, input, services.clock()))
    return redirectWithStatus(guarded, here(draftId) + sameSearch(request), line)
  },
}

/** The fields of the draft. */
const save: DraftForm = {
  title: 'The draft was not saved',
  async answer({ guarded, request, draftId, typed }) {
    const { actor, transaction, services } = guarded
    const { revision, idempotencyKey } = parseFields(typed, DraftSaveFields)
    const change = { draftId, revision, fields: draftFieldsIn(typed), idempotencyKey }
    await transaction((tx) => updateDraft(tx, actor, change, services.clock()))
    const to = typed.next === 'allocate' ? `${here(draftId)}/allocations` : here(draftId)
    return redirectWithStatus(guarded, to + sameSearch(request), `Draft ${draftId} saved`)
  },
}

const here = (draftId: number) => `/drafts/${draftId}`

const FORMS = new Map([
  ['step', step],
  ['confirm totals', totals],
  ['override budget', override],
])

/** The form of a draft's page that was sent, by its stated purpose; by default the form of its fields. */
export const draftForm = (intent: string | undefined): DraftForm => FORMS.get(intent ?? '') ?? save
