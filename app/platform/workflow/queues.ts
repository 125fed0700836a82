import { OWN_QUEUE, SYSTEM } from './types'

/** Queues of the product's own workflows and tasks: they may have no member and no step yet. */
export const PRODUCT_QUEUES: readonly string[] = [
  'ACCOUNTANT',
  'ACCOUNTING',
  'CLIENT',
  'MANAGER',
  'OPERATIONS',
  'PAYMENT',
  'SENDING',
  'TEAM LEADER',
]

/** Where nobody works: what stands there is what the code knows, and only what Fundesk brings leads out of it. */
export const CLOSED_QUEUES: readonly string[] = [SYSTEM, 'COMPLETED']

const NOBODYS = new Set([...CLOSED_QUEUES, OWN_QUEUE])

/** True for a queue that nobody can be a member of: a closed one, and the word that stands for the team of a task. */
export function isNobodysQueue(queue: string): boolean {
  return NOBODYS.has(queue)
}
