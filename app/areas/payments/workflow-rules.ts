import type { KindRules } from '~/platform/workflow/kind-rules'

const SETTLED = { queue: 'COMPLETED', status: 'SETTLED' }
const CANCELLED = { queue: 'SYSTEM', status: 'CANCELLED' }
const THROUGH = ['first approval', 'second approval', 'make the files', 'sent']

/** The steps that are confirmed first: one person alone cannot take them back. */
export const CONFIRMED_RUN_STEPS = ['first approval', 'second approval', 'make the files', 'sent'] as const
export type ConfirmedRunStep = (typeof CONFIRMED_RUN_STEPS)[number]

/** The parts of the workflow of payment runs that the code relies on: product decisions, section 11. */
export const PAYMENT_RUN_WORKFLOW: KindRules = {
  kind: 'payment run',
  title: 'payment run',
  one: 'a payment run',
  functionId: 'payments',
  starts: [{ queue: 'PAYMENT', status: 'DRAFT' }],
  goals: [SETTLED],
  ends: [CANCELLED],
  moves: [],
  needed: ['create', ...THROUGH, 'settle'],
  bendable: ['first approval'],
  gates: [{ from: [{ queue: 'PAYMENT', status: 'DRAFT' }], to: SETTLED, through: THROUGH }],
  // The files are at the banks.
  held: [{ place: { queue: 'PAYMENT', status: 'SENT' }, by: ['settle'] }],
  marks: ['maker', 'first approver', 'second approver'],
  conditions: ['payments as approved'],
  effects: ['make the files', 'send the invoices', 'withdraw the files', 'release the invoices'],
  datesEffect: null,
}
