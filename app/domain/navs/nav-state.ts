import { type Actor, isAllowed } from '~/domain/access/actor'
import type { Instance, StepTaker } from '~/domain/workflow/types'

/** The facts of one NAV that decide what may be done with it. */
export interface NavFacts {
  id: number
  fundId: number
  fundCode: string
  fundName: string
  fundCurrency: string
  provider: string
  clientValidation: boolean
  navDate: string
  maxPrebalanceDate: string | null
  maxSendingDate: string | null
  documentReceptionDate: string | null
  clientValidationDate: string | null
  currentControlId: number | null
}

/** Uploading and overriding need the permission to add or to update on NAV Controls. */
export function mayChangeFigures(actor: Pick<Actor, 'authorisations'>): boolean {
  return isAllowed(actor, 'navctrl', 'add') || isAllowed(actor, 'navctrl', 'update')
}

const CLOSED = ['SENT', 'CANCELLED']

/** Why this person may not upload to or override on this NAV, in a sentence; null when they may. */
export function readOnlyReason(
  instance: Pick<Instance, 'status' | 'queue'>,
  taker: Pick<StepTaker, 'queues'>,
  mayChange: boolean,
): string | null {
  if (CLOSED.includes(instance.status))
    return `This NAV is ${instance.status}: it can only be read.${instance.status === 'SENT' ? ' A team leader can reopen it.' : ''}`
  if (!mayChange)
    return 'You may read this NAV. Uploading and overriding need the permission for NAV Controls.'
  if (!taker.queues.includes('ACCOUNTANT'))
    return 'You may read this NAV. Uploading and overriding are for members of the queue ACCOUNTANT.'
  return null
}

/** True when approvals were given or asked for, so that a change of figures voids them. */
export function isBeyondAccountant(instance: Pick<Instance, 'queue'>): boolean {
  return ['TEAM LEADER', 'MANAGER', 'CLIENT', 'SENDING'].includes(instance.queue)
}
