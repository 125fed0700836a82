import { isAllowed } from '~/domain/access/actor'
import { budgetChoices } from '~/domain/budgets/budget-choices.server'
import { whyNotCreated } from '~/domain/budgets/budget-editing'
import { budgetView } from '~/domain/budgets/budget-view.server'
import { dayIn } from '~/domain/values/day'
import { sourcePage } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'
import { documentsPanel } from '../documents/panel-source'
import { eventTable } from '../workflow/event-table'
import { transactionsOf } from './expanded-budget'

/** All that the drawer of a budget shows. */
export async function readBudgetPage(guarded: Guarded, request: Request, budgetId: number) {
  const { actor, read, services } = guarded
  const { timeZone } = services.settings
  const { history, ...view } = await budgetView(read, actor, budgetId)
  const { budget, instance } = view
  const today = dayIn(services.clock(), timeZone)
  const [choices, events, documents, invoices] = await Promise.all([
    view.whyNotEdited === null ? budgetChoices(read, budget, today) : null,
    sourcePage(guarded, request, eventTable(history, timeZone, instance.round)),
    documentsPanel(guarded, request, instance),
    sourcePage(guarded, request, transactionsOf(guarded, budget, 'drawer')),
  ])
  return {
    ...{ view, choices, events, documents, invoices },
    may: {
      delete: view.whyNotDeleted === null,
      copy: whyNotCreated(actor) === null,
      openInvoices: isAllowed(actor, 'transactiondashboard'),
      openDrafts: isAllowed(actor, 'draftsdashboard'),
    },
    keys: { save: services.ids.uuid(), step: services.ids.uuid() },
  }
}
