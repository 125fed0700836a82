import type { Read } from 'db/doors'
import type { Actor } from '~/domain/access/actor'
import { navView } from '~/domain/navs/nav-view.server'
import type { HistoryEvent } from '~/domain/workflow/history.server'
import { withResults } from './control-shape'

/** Fund NAV (detail) of the specification, section 3, and what a caller needs to take the next step. */
export async function fundNavShape(read: Read, actor: Actor, fundNavId: number) {
  const { nav, instance, history, controls, matching, readOnly } = await navView(read, actor, fundNavId)
  return {
    id: nav.id,
    fundCode: nav.fundCode,
    fundName: nav.fundName,
    navDate: nav.navDate,
    provider: nav.provider,
    currentBadgeStyle: instance.class,
    currentDisplay: `${instance.status} (${instance.queue})`,
    currentStatus: instance.status,
    currentQueue: instance.queue,
    currentControlId: nav.currentControlId,
    /** Sent back with a step, it finds out whether somebody was faster. */
    currentEventId: instance.lastEventId,
    /** The message box: empty, so that a whole row sent back repeats no comment. */
    currentMessage: '',
    round: instance.round,
    hasMatching: matching !== null,
    documentReceptionDate: nav.documentReceptionDate,
    validationDate: nav.clientValidationDate,
    readOnly: readOnly !== null,
    readOnlyReason: readOnly,
    fundNavCalendar: { maxPrebalanceDate: nav.maxPrebalanceDate, maxSendingDate: nav.maxSendingDate },
    workflowHistory: history.map(navEvent),
    wasabiControlsList: await Promise.all(controls.map((control) => withResults(read, control))),
  }
}

function navEvent({
  id,
  at,
  status,
  queue,
  log,
  class: eventClass,
  whoName,
  stepId,
  name,
  round,
}: HistoryEvent) {
  return {
    id,
    name,
    round,
    eventDate: at,
    eventStatus: status,
    eventQueue: queue,
    eventLog: log,
    eventClass,
    whoName,
    workflowId: stepId,
  }
}
