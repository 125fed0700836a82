import type { StepSeed } from './workflow-steps'

/** The workflow of budgets: product decisions, section 2. The approver is none of those who edited or submitted it. */

const submit = (status: string): StepSeed => ({
  name: 'submit',
  display: 'Submit',
  from: ['ACCOUNTING', status],
  to: ['TEAM LEADER', 'TO APPROVE', 'pending'],
  mark: 'submitter',
  condition: 'free of overlaps',
})

/** Before it was ever in force: its own desk withdraws it. */
const withdraw = (queue: string, status: string): StepSeed => ({
  name: 'cancel',
  display: 'Cancel',
  from: [queue, status],
  to: ['SYSTEM', 'CANCELLED', 'failed'],
  actingQueue: 'ACCOUNTING',
  condition: 'never in force',
  effect: 'out of force',
})

export const BUDGET_STEPS: StepSeed[] = [
  {
    name: 'create',
    display: 'Created',
    from: ['SYSTEM', 'CREATED'],
    to: ['ACCOUNTING', 'IN ENTRY', 'new'],
  },
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
  {
    name: 'return',
    display: 'Return',
    from: ['TEAM LEADER', 'TO APPROVE'],
    to: ['ACCOUNTING', 'RETURNED', 'warning'],
    commentRequired: true,
  },
  withdraw('TEAM LEADER', 'TO APPROVE'),
  {
    name: 'amend',
    display: 'Amend',
    from: ['COMPLETED', 'ACTIVE'],
    to: ['ACCOUNTING', 'IN ENTRY', 'new'],
    actingQueue: 'ACCOUNTING',
    // Its approval is given anew, by anybody who did not touch the amendment.
    opensRound: true,
  },
  {
    name: 'cancel',
    display: 'Cancel',
    from: ['COMPLETED', 'ACTIVE'],
    to: ['SYSTEM', 'CANCELLED', 'failed'],
    actingQueue: 'TEAM LEADER',
    effect: 'out of force',
  },
]
