import type { StepSeed } from './workflow-steps'

/** The workflow of drafts: product decisions, section 2. The approver is none of those who edited or sent the draft. */

const back = (queue: string): StepSeed => ({
  name: 'return',
  display: 'Return',
  from: [queue, null],
  to: ['ACCOUNTING', 'RETURNED', 'warning'],
  commentRequired: true,
})

const cancel = (queue: string): StepSeed => ({
  name: 'cancel',
  display: 'Cancel',
  from: [queue, null],
  to: ['SYSTEM', 'CANCELLED', 'failed'],
})

const send = (status: string): StepSeed => ({
  name: 'send to check',
  display: 'Send to check',
  from: ['ACCOUNTING', status],
  to: ['TEAM LEADER', 'TO CHECK', 'pending'],
  mark: 'sender',
  condition: 'ready to check',
})

export const DRAFT_STEPS: StepSeed[] = [
  {
    name: 'create',
    display: 'Created',
    from: ['SYSTEM', 'CREATED'],
    to: ['ACCOUNTING', 'IN ENTRY', 'new'],
  },
  send('IN ENTRY'),
  send('RETURNED'),
  cancel('ACCOUNTING'),
  {
    name: 'approve',
    display: 'Approve',
    from: ['TEAM LEADER', 'TO CHECK'],
    to: ['CLIENT', 'TO VALIDATE', 'pending'],
    excludes: ['editor', 'sender'],
    mark: 'approver',
    condition: 'as it was seen',
  },
  back('TEAM LEADER'),
  cancel('TEAM LEADER'),
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
  back('CLIENT'),
  cancel('CLIENT'),
]

/** The second version: nothing is approved beyond its budgets. */
export const DRAFT_STEPS_WITH_BUDGETS: StepSeed[] = DRAFT_STEPS.map((step) =>
  step.name === 'approve' ? { ...step, condition: 'within its budgets' } : step,
)
