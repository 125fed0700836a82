/** A step, from the product decisions. */
export interface StepSeed {
  name: string
  display: string
  from: [queue: string, status: string | null]
  to: [queue: string, status: string, eventClass: string]
  /** By default the object's current queue. */
  actingQueue?: string
  dateToDisplayId?: 1 | 2 | 3
  commentRequired?: boolean
  opensRound?: boolean
  excludes?: string[]
  mark?: string
  condition?: string
  effect?: string
}

/** Rows of workflow_step for one definition. */
export function stepRows(steps: readonly StepSeed[], definitionId: number, functionId: string) {
  return steps.map(({ from, to, actingQueue, ...step }, index) => ({
    ...step,
    definitionId,
    functionId,
    sortingOrder: index + 1,
    fromQueue: from[0],
    fromStatus: from[1],
    toQueue: to[0],
    toStatus: to[1],
    toClass: to[2],
    actingQueue: actingQueue ?? from[0],
  }))
}

/** The first step of a workflow, taken by the code. */
export const created = (queue: string, status: string): StepSeed => ({
  name: 'create',
  display: 'Created',
  from: ['SYSTEM', 'CREATED'],
  to: [queue, status, 'new'],
})

/** Back to its maker, with a reason. */
export const returned = (queue: string, status: string | null, to: string): StepSeed => ({
  name: 'return',
  display: 'Return',
  from: [queue, status],
  to: [to, 'RETURNED', 'warning'],
  commentRequired: true,
})

/** Ends an object that is no longer wanted. */
export const cancelled = (queue: string, status: string | null): StepSeed => ({
  name: 'cancel',
  display: 'Cancel',
  from: [queue, status],
  to: ['SYSTEM', 'CANCELLED', 'failed'],
})

/** The workflow of budgets: product decisions, section 2. The approver must not have edited or submitted it. */

const submit = (status: string): StepSeed => ({
  name: 'submit',
  display: 'Submit',
  from: ['ACCOUNTING', status],
  to: ['TEAM LEADER', 'TO APPROVE', 'pending'],
  mark: 'submitter',
  condition: 'free of overlaps',
})

/** Before it was ever in force: withdrawn by its current queue. */
const withdraw = (queue: string, status: string): StepSeed => ({
  ...cancelled(queue, status),
  actingQueue: 'ACCOUNTING',
  condition: 'never in force',
  effect: 'out of force',
})

export const BUDGET_STEPS: StepSeed[] = [
  created('ACCOUNTING', 'IN ENTRY'),
  submit('IN ENTRY'),
  submit('RETURNED'),
  withdraw('ACCOUNTING', 'IN ENTRY'),
  withdraw('ACCOUNTING', 'RETURNED'),
  {
    name: 'approve',
    display: 'Approve',
    from: ['TEAM LEADER', 'TO APPROVE'],
    to: ['COMPLETED', 'ACTIVE', 'validated'],
    excludes: ['editor', 'submitter'],
    condition: 'free of overlaps',
    effect: 'in force',
  },
  returned('TEAM LEADER', 'TO APPROVE', 'ACCOUNTING'),
  withdraw('TEAM LEADER', 'TO APPROVE'),
  {
    name: 'amend',
    display: 'Amend',
    from: ['COMPLETED', 'ACTIVE'],
    to: ['ACCOUNTING', 'IN ENTRY', 'new'],
    actingQueue: 'ACCOUNTING',
    // It must be approved again, by any user who did not touch the amendment.
    opensRound: true,
  },
  {
    ...cancelled('COMPLETED', 'ACTIVE'),
    actingQueue: 'TEAM LEADER',
    effect: 'out of force',
  },
]

/** The workflow of drafts: product decisions, section 2. The approver must not have edited or sent the draft. */

const send = (status: string): StepSeed => ({
  name: 'send to check',
  display: 'Send to check',
  from: ['ACCOUNTING', status],
  to: ['TEAM LEADER', 'TO CHECK', 'pending'],
  mark: 'sender',
  condition: 'ready to check',
})

export const DRAFT_STEPS: StepSeed[] = [
  created('ACCOUNTING', 'IN ENTRY'),
  send('IN ENTRY'),
  send('RETURNED'),
  cancelled('ACCOUNTING', null),
  {
    name: 'approve',
    display: 'Approve',
    from: ['TEAM LEADER', 'TO CHECK'],
    to: ['CLIENT', 'TO VALIDATE', 'pending'],
    excludes: ['editor', 'sender'],
    mark: 'approver',
    condition: 'as it was seen',
  },
  returned('TEAM LEADER', null, 'ACCOUNTING'),
  cancelled('TEAM LEADER', null),
  {
    name: 'client validated',
    display: 'Client validated',
    from: ['CLIENT', 'TO VALIDATE'],
    to: ['CLIENT', 'VALIDATED', 'success'],
    condition: 'validated by the client',
  },
  {
    name: 'create invoice',
    display: 'Create invoice',
    from: ['CLIENT', 'VALIDATED'],
    to: ['SYSTEM', 'COMPLETED', 'validated'],
    condition: 'as it was seen',
    effect: 'create invoices',
  },
  returned('CLIENT', null, 'ACCOUNTING'),
  cancelled('CLIENT', null),
]

/** The second version: a draft over budget cannot be approved. */
export const DRAFT_STEPS_WITH_BUDGETS: StepSeed[] = DRAFT_STEPS.map((step) =>
  step.name === 'approve' ? { ...step, condition: 'within its budgets' } : step,
)

/** The workflow of invoices: product decisions, section 2. Booker, first and second approver are three people. */

export const INVOICE_STEPS: StepSeed[] = [
  created('ACCOUNTING', 'TO BOOK'),
  // An invoice that is already paid goes to SYSTEM / PAID.
  {
    name: 'book',
    display: 'Book',
    from: ['ACCOUNTING', 'TO BOOK'],
    to: ['PAYMENT', 'TO APPROVE', 'pending'],
    mark: 'booker',
    effect: 'make the loader',
  },
  cancelled('ACCOUNTING', 'TO BOOK'),
  {
    name: 'first approval',
    display: 'First approval',
    from: ['PAYMENT', 'TO APPROVE'],
    to: ['PAYMENT', 'FIRST APPROVAL', 'pending'],
    excludes: ['booker'],
    mark: 'first approver',
  },
  cancelled('PAYMENT', 'TO APPROVE'),
  {
    name: 'second approval',
    display: 'Second approval',
    from: ['PAYMENT', 'FIRST APPROVAL'],
    to: ['PAYMENT', 'APPROVED', 'success'],
    excludes: ['booker', 'first approver'],
    mark: 'second approver',
  },
  cancelled('PAYMENT', 'FIRST APPROVAL'),
  {
    name: 'payment sent',
    display: 'Payment sent',
    from: ['PAYMENT', 'APPROVED'],
    to: ['PAYMENT', 'SENT', 'success'],
  },
  cancelled('PAYMENT', 'APPROVED'),
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
    // It must be approved again, by any two users except its booker.
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

/** The second version: suppliers with pending changes of bank details are not paid. */
export const INVOICE_STEPS_WITH_HOLDS: StepSeed[] = INVOICE_STEPS.map((step) =>
  HELD.includes(step.name) ? { ...step, condition: 'bank details settled' } : step,
)

const RETURNED: [queue: string, status: string, eventClass: string] = ['PAYMENT', 'RETURNED', 'warning']

/** What follows after the bank returned the money of a paid invoice: product decisions, section 12. */
const STEPS_AFTER_RETURN: StepSeed[] = [
  {
    name: 'returned by the bank',
    display: 'Returned by the bank',
    from: ['SYSTEM', 'PAID'],
    to: RETURNED,
    actingQueue: 'SYSTEM',
  },
  {
    name: 'pay again',
    display: 'Pay again',
    from: ['PAYMENT', 'RETURNED'],
    to: ['PAYMENT', 'TO APPROVE', 'pending'],
    condition: 'account confirmed',
    // It must be approved again, by any two users except its booker.
    opensRound: true,
  },
  cancelled('PAYMENT', 'RETURNED'),
  {
    name: 'keep',
    display: 'Keep as paid',
    from: ['PAYMENT', 'RETURNED'],
    to: ['SYSTEM', 'PAID', 'validated'],
    commentRequired: true,
    effect: 'restore the payment date',
  },
]

/** The third version: the bank may return the money of an invoice that is paid. */
export const INVOICE_STEPS_WITH_RETURNS: StepSeed[] = [...INVOICE_STEPS_WITH_HOLDS, ...STEPS_AFTER_RETURN]

/**
 * The workflow of entries of bank statements that nothing explains: product decisions, section 12. Where money becomes
 * payable again, a pending change waits for a second treasurer, and the entry stays where it is.
 */

const explained = (name: string, display: string, more: Partial<StepSeed> = {}): StepSeed => ({
  name,
  display,
  from: ['PAYMENT', 'UNEXPLAINED'],
  to: ['SYSTEM', 'EXPLAINED', 'validated'],
  condition: 'as the bank booked it',
  effect: 'explain the entry',
  ...more,
})

export const BANK_ENTRY_STEPS: StepSeed[] = [
  {
    name: 'create',
    display: 'Created',
    from: ['SYSTEM', 'CREATED'],
    to: ['PAYMENT', 'UNEXPLAINED', 'warning'],
  },
  explained('accept', 'Accept the proposal'),
  explained('match', 'Match'),
  explained('book', 'Book as charge or income'),
  explained('not ours', 'Not ours', { commentRequired: true }),
  explained('explain', 'Explained by a later booking', {
    actingQueue: 'SYSTEM',
    condition: undefined,
    effect: undefined,
  }),
]

/** The workflow of payment runs: product decisions, section 11. Maker, first and second approver are three people. */

const runStep = (
  name: string,
  display: string,
  from: string,
  to: [status: string, eventClass: string],
  more: Partial<StepSeed> = {},
): StepSeed => ({ name, display, from: ['PAYMENT', from], to: ['PAYMENT', ...to], ...more })

const cancelledRun = (status: string): StepSeed => ({
  ...cancelled('PAYMENT', status),
  effect: 'release the invoices',
})
const returnedRun = (status: string): StepSeed =>
  runStep('return', 'Return', status, ['DRAFT', 'warning'], { commentRequired: true, opensRound: true })

const SOUND = 'payments as approved'

export const PAYMENT_RUN_STEPS: StepSeed[] = [
  created('PAYMENT', 'DRAFT'),
  runStep('first approval', 'First approval', 'DRAFT', ['APPROVED 1', 'pending'], {
    excludes: ['maker'],
    mark: 'first approver',
    condition: SOUND,
  }),
  cancelledRun('DRAFT'),
  runStep('second approval', 'Second approval', 'APPROVED 1', ['APPROVED 2', 'success'], {
    excludes: ['maker', 'first approver'],
    mark: 'second approver',
    condition: SOUND,
  }),
  returnedRun('APPROVED 1'),
  cancelledRun('APPROVED 1'),
  runStep('make the files', 'Create the bank files', 'APPROVED 2', ['FILED', 'success'], {
    condition: SOUND,
    effect: 'make the files',
  }),
  returnedRun('APPROVED 2'),
  cancelledRun('APPROVED 2'),
  runStep('sent', 'Mark as sent', 'FILED', ['SENT', 'success'], {
    condition: SOUND,
    effect: 'send the invoices',
  }),
  runStep('withdraw', 'Withdraw the files', 'FILED', ['DRAFT', 'warning'], {
    commentRequired: true,
    opensRound: true,
    effect: 'withdraw the files',
  }),
  {
    ...runStep('settle', 'All payments answered', 'SENT', ['SETTLED', 'validated']),
    to: ['COMPLETED', 'SETTLED', 'validated'],
    actingQueue: 'SYSTEM',
  },
]
