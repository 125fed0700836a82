import type { KindRules } from '~/platform/workflow/kind-rules'
import type { State } from '~/platform/workflow/types'

const PAID = { queue: 'SYSTEM', status: 'PAID' }
const TO_APPROVE = { queue: 'PAYMENT', status: 'TO APPROVE' }
const APPROVED = { queue: 'PAYMENT', status: 'APPROVED' }
const RETURNED = { queue: 'PAYMENT', status: 'RETURNED' }
/** What a bank booked contradicts its status. */
export const IN_DISPUTE: State = { queue: 'PAYMENT', status: 'IN DISPUTE', class: 'failed' }
const PAYING = ['first approval', 'second approval', 'payment sent', 'paid']

/** The steps that are confirmed first, besides "cancel". */
export const CONFIRMED_INVOICE_STEPS = ['paid'] as const

/** The parts of the workflow of invoices that the code relies on: product decisions, section 2. */
export const INVOICE_WORKFLOW: KindRules = {
  kind: 'invoice',
  title: 'invoice',
  one: 'an invoice',
  functionId: 'transactiondashboard',
  starts: [{ queue: 'ACCOUNTING', status: 'TO BOOK' }],
  goals: [PAID],
  ends: [
    { queue: 'SYSTEM', status: 'CANCELLED' },
    { queue: 'SYSTEM', status: 'RECREATED' },
    // Two treasurers settle it, by a pending change: it has no steps.
    IN_DISPUTE,
  ],
  moves: [
    { display: 'Book, paid already', from: { step: 'book' }, to: PAID },
    // Another account is paid than was approved.
    { display: 'Approvals voided', from: { step: 'second approval' }, to: TO_APPROVE },
    { display: 'Approvals voided', from: { step: 'payment sent' }, to: TO_APPROVE },
    // A payment run pays it again: its approvals hold for the same account.
    { display: 'Rejected by the bank', from: { step: 'payment rejected' }, to: APPROVED },
    // Payment runs take a credit off what they pay, until nothing is left of it.
    { display: 'Credit taken off', from: { step: 'payment sent' }, to: PAID },
    { display: 'Credit free again', from: PAID, to: APPROVED },
    // What a bank booked contradicts its status: it cannot be paid.
    { display: 'In dispute', from: { queue: 'PAYMENT' }, to: IN_DISPUTE },
    { display: 'In dispute', from: { queue: 'SYSTEM' }, to: IN_DISPUTE },
  ],
  // Who booked and approved, the day of payment and "Recreate Draft" refer to them by these names.
  needed: ['create', 'book', ...PAYING, 'returned by the bank', 'pay again', 'keep', 'recreate'],
  bendable: ['book', 'first approval', 'second approval'],
  gates: [
    { from: [{ queue: 'ACCOUNTING' }], to: PAID, through: ['book', ...PAYING] },
    { from: [TO_APPROVE], to: PAID, through: PAYING },
  ],
  // The money has left: it arrives, or it is returned.
  held: [
    { place: { queue: 'PAYMENT', status: 'SENT' }, by: ['paid', 'payment rejected'] },
    { place: RETURNED, by: ['pay again', 'cancel', 'keep'] },
    { place: IN_DISPUTE, by: [] },
  ],
  marks: ['booker', 'first approver', 'second approver'],
  conditions: ['bank details settled', 'account confirmed'],
  effects: ['make the loader', 'store the payment date', 'restore the payment date'],
  datesEffect: null,
}
