import type { StepSeed } from './workflow-steps'

/** The workflow of invoices: product decisions, section 2. Booker, first and second approver are three people. */

const cancel = (queue: string, status: string): StepSeed => ({
  name: 'cancel',
  display: 'Cancel',
  from: [queue, status],
  to: ['SYSTEM', 'CANCELLED', 'failed'],
})

export const INVOICE_STEPS: StepSeed[] = [
  {
    name: 'create',
    display: 'Created',
    from: ['SYSTEM', 'CREATED'],
    to: ['ACCOUNTING', 'TO BOOK', 'new'],
  },
  // An invoice that is paid already goes to SYSTEM / PAID.
  {
    name: 'book',
    display: 'Book',
    from: ['ACCOUNTING', 'TO BOOK'],
    to: ['PAYMENT', 'TO APPROVE', 'pending'],
    mark: 'booker',
    effect: 'make the loader',
  },
  cancel('ACCOUNTING', 'TO BOOK'),
  {
    name: 'first approval',
    display: 'First approval',
    from: ['PAYMENT', 'TO APPROVE'],
    to: ['PAYMENT', 'FIRST APPROVAL', 'pending'],
    excludes: ['booker'],
    mark: 'first approver',
  },
  cancel('PAYMENT', 'TO APPROVE'),
  {
    name: 'second approval',
    display: 'Second approval',
    from: ['PAYMENT', 'FIRST APPROVAL'],
    to: ['PAYMENT', 'APPROVED', 'success'],
    excludes: ['booker', 'first approver'],
    mark: 'second approver',
  },
  cancel('PAYMENT', 'FIRST APPROVAL'),
  {
    name: 'payment sent',
    display: 'Payment sent',
    from: ['PAYMENT', 'APPROVED'],
    to: ['PAYMENT', 'SENT', 'success'],
  },
  cancel('PAYMENT', 'APPROVED'),
  {
    name: 'paid',
    display: 'Paid',
    from: ['PAYMENT', 'SENT'],
    to: ['SYSTEM', 'PAID', 'validated'],
    effect: 'store the payment date',
  },
  {
    name: 'payment rejected',
    display: 'Payment rejected',
    from: ['PAYMENT', 'SENT'],
    to: ['PAYMENT', 'TO APPROVE', 'pending'],
    commentRequired: true,
    // It is approved anew, by any two but its booker.
    opensRound: true,
  },
  {
    name: 'recreate',
    display: 'Recreated as a draft',
    from: ['SYSTEM', 'CANCELLED'],
    to: ['SYSTEM', 'RECREATED', 'invalidated'],
  },
]

const HELD = ['first approval', 'second approval', 'payment sent']

/** The second version: nothing is paid to a supplier whose bank details are about to change. */
export const INVOICE_STEPS_WITH_HOLDS: StepSeed[] = INVOICE_STEPS.map((step) =>
  HELD.includes(step.name) ? { ...step, condition: 'bank details settled' } : step,
)
