import type { Read } from 'db/database'
import { isAllowed } from '~/areas/access/actor'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import { withEntityIds } from '~/areas/reference-data/find-entities.server'
import { sameSearch } from '~/http/address'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { formAnswer, type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { budgetPace } from '../budget-figures'
import { whyNotCreated, whyNotEdited } from '../budget-rules'
import { budgetView } from '../budget-view.server'
import { budgetChoices, NAMED_ENTITIES } from '../choices.server'
import { BudgetSaveFields, BudgetStepFields, budgetFieldsIn } from '../forms'
import { transactionsOf } from '../grid-sources'
import { overlappingBudgets } from '../overlapping-budgets.server'
import { budgetById } from '../read-budget.server'
import { saveBudget } from '../save-budget.server'
import { budgetWorkflow } from '../workflow.server'

/** All that the drawer of a budget shows. */
export async function readBudgetPage(guarded: Guarded, request: Request, budgetId: number) {
  const { actor, services } = guarded
  const { history, ...view } = await budgetView(guarded, budgetId)
  const { budget, instance } = view
  const [choices, events, documents, invoices] = await Promise.all([
    view.whyNotEdited === null ? budgetChoices(guarded, budget) : null,
    sourcePage(guarded, request, eventTable(guarded, history, instance.round)),
    documentsPanel(guarded, request, instance),
    sourcePage(guarded, request, transactionsOf(guarded, budget, 'drawer')),
  ])
  return {
    view,
    choices,
    events,
    documents,
    invoices,
    pace: budgetPace(budget, view.parts, guarded.today),
    may: {
      delete: view.whyNotDeleted === null,
      copy: whyNotCreated(actor) === null,
      openInvoices: isAllowed(actor, 'transactiondashboard'),
      openDrafts: isAllowed(actor, 'draftsdashboard'),
    },
    keys: { save: services.ids.uuid(), step: services.ids.uuid() },
  }
}

const NOT_SAVED = 'The budget was not saved'

interface BudgetPage {
  guarded: Guarded
  request: Request
  budgetId: number
}

/** The next step of the budget. */
const step = pageForm({
  title: STEP_REFUSED,
  fields: BudgetStepFields,
  async answer({ guarded, request, budgetId }: BudgetPage, { eventLog, stepId, ...chosen }) {
    const { actor, transaction } = guarded
    const input = { ...chosen, comment: eventLog }
    const { done, goesOn } = await transaction(async (context) => ({
      done: await takeStep(context, budgetWorkflow, budgetId, stepId, input),
      // The user who can now change the budget continues here; for all others the drawer closes.
      goesOn: whyNotEdited(actor, await instanceById(context.tx, budgetId)) === null,
    }))
    const search = sameSearch(request, goesOn ? {} : { done: 1 })
    return redirectWithStatus(guarded, `/budgets/${budgetId}${search}`, done)
  },
})

/** The fields of the budget. */
const save = pageForm({
  title: NOT_SAVED,
  fields: BudgetSaveFields,
  async answer({ guarded, request, budgetId }: BudgetPage, { revision }, typed) {
    const { read, transaction } = guarded
    const entry = budgetFieldsIn(await withEntityIds(read, typed, NAMED_ENTITIES))
    const change = { budgetId, revision, ...entry }
    const done = await transaction(async (context) => {
      await saveBudget(context, change)
      return saidOf(context.tx, budgetId, 'saved')
    })
    return redirectWithStatus(guarded, `/budgets/${budgetId}${sameSearch(request)}`, done)
  },
})

/** The forms of a budget's drawer. */
export const BUDGET_FORMS: PageForms<BudgetPage> = { save, step }

/** Creates the budget that a form describes, and opens it. */
export async function createAnswer(args: RouteArgs) {
  const guarded = await guard(args, 'budgets', 'add')
  const { read, transaction } = guarded
  return formAnswer(
    args,
    async (typed) => {
      const entry = budgetFieldsIn(await withEntityIds(read, typed, NAMED_ENTITIES))
      const input = { budgetId: null, revision: null, ...entry }
      const { budgetId, done } = await transaction(async (context) => {
        const { budgetId } = await saveBudget(context, input)
        return { budgetId, done: await saidOf(context.tx, budgetId, 'created') }
      })
      return redirectWithStatus(guarded, `/budgets/${budgetId}${sameSearch(args.request)}`, done)
    },
    NOT_SAVED,
  )
}

/** The result for a budget, and the other budgets together with which it counts invoices twice. */
async function saidOf(read: Read, budgetId: number, done: string): Promise<string> {
  const beside = await overlappingBudgets(read, await budgetById(read, budgetId))
  return [`Budget ${budgetId} ${done}`, ...beside].join('. ')
}
