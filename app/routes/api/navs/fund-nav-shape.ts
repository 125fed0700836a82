import type { Read } from 'db/database'
import { z } from 'zod'
import type { Actor } from '~/areas/access/actor'
import { navView } from '~/areas/navs/nav-view.server'
import { aBoolean, aDay, aNumber, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { aControl, withResults } from './control-shape'

/** Workflow event of the specification, section 3, as NAVs have it. */
const aNavEvent = z
  .object({
    id: anId,
    name: aText,
    round: aNumber,
    eventDate: anInstant,
    eventStatus: aText,
    eventQueue: aText,
    eventLog: aText,
    eventClass: anEventClass,
    whoName: aText,
    workflowId: anId.nullable(),
  })
  .meta({ id: 'NavEvent' })

export const aFundNav = z
  .object({
    id: anId,
    fundCode: aText,
    fundName: aText,
    navDate: aDay,
    provider: z.enum(['FIA', 'MFFA']),
    currentBadgeStyle: anEventClass,
    currentDisplay: aText,
    currentStatus: aText,
    currentQueue: aText,
    currentControlId: anId.nullable(),
    currentEventId: anId.describe('Sent back with a step, it finds out whether somebody was faster.'),
    currentMessage: aText,
    round: aNumber,
    hasMatching: aBoolean,
    documentReceptionDate: aDay.nullable(),
    validationDate: aDay.nullable(),
    readOnly: aBoolean,
    readOnlyReason: aText.nullable(),
    fundNavCalendar: z.object({ maxPrebalanceDate: aDay.nullable(), maxSendingDate: aDay.nullable() }),
    workflowHistory: z.array(aNavEvent),
    wasabiControlsList: z.array(aControl),
  })
  .meta({ id: 'FundNav' })

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
