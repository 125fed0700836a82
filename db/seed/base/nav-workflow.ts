import type { StepSeed } from './workflow-steps'

/** The NAV workflow: product decisions, section 2. One line a step. */

const controlled = ['TO CONTROL', 'RETURNED', 'REOPENED', 'CONTROLLED'].map(
  (status): StepSeed => ({
    name: 'control',
    display: 'Control',
    from: ['ACCOUNTANT', status],
    to: ['ACCOUNTANT', 'CONTROLLED', 'pending'],
    actingQueue: 'SYSTEM',
  }),
)

const submit = (status: string): StepSeed => ({
  name: 'submit',
  display: 'Submit',
  from: ['ACCOUNTANT', status],
  to: ['TEAM LEADER', 'SUBMITTED', 'pending'],
  dateToDisplayId: 1,
  mark: 'maker',
  condition: 'controlled without blocking faults',
  effect: 'store dates',
})

const giveBack = (queue: string, status: string): StepSeed => ({
  name: 'return',
  display: 'Return',
  from: [queue, status],
  to: ['ACCOUNTANT', 'RETURNED', 'warning'],
  commentRequired: true,
})

export const NAV_STEPS: StepSeed[] = [
  ...controlled,
  submit('CONTROLLED'),
  submit('RETURNED'),
  {
    name: 'approve',
    display: 'Approve',
    from: ['TEAM LEADER', 'SUBMITTED'],
    to: ['MANAGER', 'REVIEWED', 'pending'],
    excludes: ['maker'],
    mark: 'approver',
    effect: 'tick second-person review',
  },
  giveBack('TEAM LEADER', 'SUBMITTED'),
  {
    name: 'validate',
    display: 'Validate',
    from: ['MANAGER', 'REVIEWED'],
    to: ['CLIENT', 'AWAITING CLIENT', 'pending'],
    excludes: ['maker', 'approver'],
    mark: 'validator',
  },
  giveBack('MANAGER', 'REVIEWED'),
  {
    name: 'client accepts',
    display: 'Client accepts',
    from: ['CLIENT', 'AWAITING CLIENT'],
    to: ['SENDING', 'VALIDATED', 'success'],
    dateToDisplayId: 2,
    effect: 'store dates',
  },
  {
    name: 'client refuses',
    display: 'Client refuses',
    from: ['CLIENT', 'AWAITING CLIENT'],
    to: ['ACCOUNTANT', 'RETURNED', 'warning'],
    dateToDisplayId: 2,
    commentRequired: true,
    effect: 'store dates',
  },
  {
    name: 'send',
    display: 'Mark as sent',
    from: ['SENDING', 'VALIDATED'],
    to: ['COMPLETED', 'SENT', 'validated'],
    effect: 'store sent figures',
  },
  giveBack('SENDING', 'VALIDATED'),
  {
    name: 'reopen',
    display: 'Reopen',
    from: ['COMPLETED', 'SENT'],
    to: ['ACCOUNTANT', 'REOPENED', 'warning'],
    actingQueue: 'TEAM LEADER',
    dateToDisplayId: 3,
    opensRound: true,
    effect: 'store dates',
  },
  {
    name: 'cancel',
    display: 'Cancel',
    from: ['ACCOUNTANT', null],
    to: ['SYSTEM', 'CANCELLED', 'failed'],
    actingQueue: 'TEAM LEADER',
    commentRequired: true,
  },
]
