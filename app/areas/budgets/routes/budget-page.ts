import { isAllowed } from '~/areas/access/actor'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import type { Guarded } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { dayIn } from '~/platform/values/day'
import { budgetChoices } from '../budget-choices.server'
import { whyNotCreated } from '../budget-editing'
import { budgetView } from '../budget-view.server'
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
