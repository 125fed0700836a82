import type { Read } from 'db/database'
import { statesOfKind, statusesOf } from '~/platform/workflow/instance.server'
import type { State } from '~/platform/workflow/types'
import { IN_DISPUTE } from './workflow-rules'

/** The statuses of invoices: those of the steps of their workflow, and the dispute, which no step leads to. */

export const invoiceStatuses = async (read: Read): Promise<string[]> => [
  ...new Set([...(await statusesOf(read, ['invoice'])), IN_DISPUTE.status]),
]

/** The same with queue and class. */
export const invoiceStates = async (read: Read): Promise<State[]> => [
  ...(await statesOfKind(read, 'invoice')),
  IN_DISPUTE,
]
