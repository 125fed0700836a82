import { isAllowed, stepTaker } from '~/areas/access/actor'
import { type WhoMaySign, whoMaySign } from '~/areas/authorisation-matrix/who-may-sign.server'
import { whyNotOverride } from '~/areas/budgets/budget-rules'
import { whyNotAdded } from '~/areas/documents/document-rights.server'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import type { Draft, DraftFields } from '~/areas/expenses/expense'
import { entityHolidays } from '~/areas/reference-data/calendars.server'
import type { Choice } from '~/areas/reference-data/choices.server'
import type { Guarded } from '~/http/guard'
import { FILE_TYPES } from '~/platform/files/file-types'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { nextStepsOf } from '~/platform/objects/take-step.server'
import type { Context } from '~/platform/values/context.server'
import { dueIn, localTime } from '~/platform/values/day'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { workflowProgress } from '~/platform/workflow/workflow-progress'
import { signaturesOf } from '../client-validation.server'
import { budgetsOfDraft, draftView } from '../draft-view.server'
import { clientOf, type DraftChoices, draftChoices } from '../entry/choices.server'
import { filling } from '../entry/draft-fields'
import { suggestedFor, withBudgets, withSuggested } from '../entry/suggested.server'
import { authorsIn, draftMarks } from '../read-draft.server'
import { acceptedDuplicates, whyNotAccept } from '../upload/confirm-duplicates.server'
import { bankOfDraft, papersOf } from './draft-papers'

/** Who may still sign a draft; null while its client or amount is missing. */
export async function signingOf({ read, today }: Context, draft: Draft): Promise<WhoMaySign | null> {
  const legalEntityId = clientOf(draft)
  const { currency, grossAmount: amount } = draft
  if (legalEntityId === null || currency === null || amount === null) return null
  return whoMaySign(read, { legalEntityId, currency, amount, ...signaturesOf(draft, today) })
}

/** The choices that the lists of a draft's form offer: where nothing may be chosen, only the current choice. */
export function neededChoices(
  choices: DraftChoices,
  draft: Draft,
  may: 'all' | 'validation' | 'nothing',
): DraftChoices {
  // Fees types belong to cost lines: their popup offers them.
  if (may === 'all') return { ...choices, feesTypes: [] }
  const chosen = <Offered extends Choice<unknown>>(offered: Offered[], ...fields: (keyof DraftFields)[]) =>
    offered.filter(({ value }) => fields.some((field) => draft[field] === value))
  return {
    today: choices.today,
    searched: [],
    suppliers: chosen(choices.suppliers, 'invoicedLegalEntity'),
    supplierFunds: chosen(choices.supplierFunds, 'invoicedFundLegalEntity'),
    entities: chosen(choices.entities, 'settlementLegalEntity', 'settlingLegalEntity'),
    expenseTypes: chosen(choices.expenseTypes, 'expenseType'),
    routineTypes: chosen(choices.routineTypes, 'routineType'),
    currencies: chosen(choices.currencies, 'currency'),
    allocationRules: chosen(choices.allocationRules, 'allocationRule'),
    postingFilters: chosen(choices.postingFilters, 'postingFilter'),
    feesTypes: [],
    validators:
      may === 'validation'
        ? choices.validators
        : chosen(choices.validators, 'validatingUserA', 'validatingUserB'),
  }
}

/** All that the page of a draft shows. */
export async function readDraftPage(guarded: Guarded, request: Request, draftId: number) {
  const { actor, read, services } = guarded
  const { history, proofs, file, attachments, flags: _flags, ...view } = await draftView(guarded, draftId)
  const { draft, instance, eInvoice } = view
  const choices = await draftChoices(guarded, draft)
  const { bank, notice, supplierId } = await bankOfDraft(guarded, draft, eInvoice?.fields ?? {})
  const marks = await draftMarks(read, instance)
  const [signing, steps, papers, documents, events, accepted, holidays] = await Promise.all([
    signingOf(guarded, draft),
    stepsOfInstance(read, instance),
    papersOf(guarded, request, { draft, eInvoice, file, attachments, proofs, bank }),
    documentsPanel(guarded, request, instance),
    sourcePage(guarded, request, eventTable(guarded, history, instance.round)),
    acceptedDuplicates(read, draftId),
    entityHolidays(read, draft.settlingLegalEntity, draft.dueDate),
  ])
  return {
    view: { ...view, eInvoice: eInvoice && { ...eInvoice, fields: filling(eInvoice.fields) } },
    bank: instance.queue === 'SYSTEM' ? null : notice,
    /** The entity whose bank accounts the page shows; null for none. */
    payeeId: instance.queue === 'SYSTEM' && !papers.bank ? null : supplierId,
    papers,
    documents,
    signing,
    events,
    steps: nextStepsOf(steps, stepTaker(actor), instance, marks),
    progress: workflowProgress(instance, steps, history),
    due:
      instance.queue === 'SYSTEM' || draft.alreadyPaid
        ? null
        : dueIn(draft.dueDate, null, localTime(guarded), holidays),
    choices: neededChoices(choices, draft, 'nothing'),
    keys: {
      totals: services.ids.uuid(),
      step: services.ids.uuid(),
      override: services.ids.uuid(),
      accept: services.ids.uuid(),
    },
    budgets: {
      mayOpen: isAllowed(actor, 'budgets'),
      whyNot: whyNotOverride(actor, instance, authorsIn(marks)),
    },
    accept: {
      accepted,
      whyNot: whyNotAccept(actor, instance, authorsIn(marks)),
    },
    add: {
      proof: whyNotAdded(actor, instance, FILE_TYPES.proof) === null,
      backup: whyNotAdded(actor, instance, FILE_TYPES.backup) === null,
    },
  }
}

/** All that the popup shows in which a draft is edited. */
export async function readDraftForm(guarded: Guarded, request: Request, draftId: number) {
  const { actor, read, services } = guarded
  const { draft, editing, eInvoice, lines, checks, file, attachments, proofs } = await draftView(
    guarded,
    draftId,
  )
  const choices = await draftChoices(guarded, draft)
  const { bank } = await bankOfDraft(guarded, draft, eInvoice?.fields ?? {})
  const [papers, suggested] = await Promise.all([
    papersOf(guarded, request, { draft, eInvoice, file, attachments, proofs, bank }),
    editing.may === 'all'
      ? withBudgets(await suggestedFor(read, draft, choices), draft, (value) =>
          budgetsOfDraft(read, draftId, { ...draft, ...value }),
        )
      : {},
  ])
  return {
    draft,
    editing,
    checks,
    papers,
    suggested,
    eInvoice: eInvoice && filling(eInvoice.fields),
    hasLines: lines.length > 0,
    mayOpenBudgets: isAllowed(actor, 'budgets'),
    choices: withSuggested(neededChoices(choices, draft, editing.may), suggested),
    idempotencyKey: services.ids.uuid(),
  }
}
