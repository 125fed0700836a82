import type { SharedRead } from '~/platform/values/context.server'
import { statesOfKind, statusesOf } from '~/platform/workflow/instance.server'
import type { State } from '~/platform/workflow/types'
import { IN_DISPUTE } from './workflow-rules'

/** The statuses of invoices: those of the steps of their workflow, and the dispute, which no step leads to. */

export const invoiceStatuses = async (context: SharedRead): Promise<string[]> => [
  ...new Set([...(await statusesOf(context, ['invoice'])), IN_DISPUTE.status]),
]

/** The same with queue and class. */
export const invoiceStates = async (context: SharedRead): Promise<State[]> => [
  ...(await statesOfKind(context, 'invoice')),
  IN_DISPUTE,
]
