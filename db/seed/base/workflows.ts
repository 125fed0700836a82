import { OWN_QUEUE } from '~/platform/workflow/types'
import { cancelled, created, returned, type StepSeed } from './expense-workflows'

/** Ends an object, with a reason. */
const cancelledFor = (queue: string, status: string | null): StepSeed => ({
  ...cancelled(queue, status),
  commentRequired: true,
})

/** Back to an earlier status in a new round, with a reason: anyone who may do its steps may do them again. */
const returnedAnew = (
  from: [queue: string, status: string],
  to: [queue: string, status: string],
): StepSeed => ({
  name: 'return',
  display: 'Return',
  from,
  to: [...to, 'warning'],
  commentRequired: true,
  opensRound: true,
})

/** The NAV workflow: product decisions, section 2. One line per step. */

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
  returned('TEAM LEADER', 'SUBMITTED', 'ACCOUNTANT'),
  {
    name: 'validate',
    display: 'Validate',
    from: ['MANAGER', 'REVIEWED'],
    to: ['CLIENT', 'AWAITING CLIENT', 'pending'],
    excludes: ['maker', 'approver'],
    mark: 'validator',
  },
  returned('MANAGER', 'REVIEWED', 'ACCOUNTANT'),
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
  returned('SENDING', 'VALIDATED', 'ACCOUNTANT'),
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
  { ...cancelledFor('ACCOUNTANT', null), actingQueue: 'TEAM LEADER' },
]

/** The workflow of NAV errors: contract of NAV errors, section 2. Who closes a case neither quantified nor approved it. */

export const NAV_ERROR_STEPS: StepSeed[] = [
  created('ACCOUNTANT', 'OPENED'),
  {
    name: 'quantify',
    display: 'Quantify',
    from: ['ACCOUNTANT', 'OPENED'],
    to: ['TEAM LEADER', 'QUANTIFIED', 'pending'],
    mark: 'quantifier',
    condition: 'figures are complete',
  },
  {
    name: 'approve',
    display: 'Approve',
    from: ['TEAM LEADER', 'QUANTIFIED'],
    to: ['MANAGER', 'APPROVED', 'pending'],
    excludes: ['quantifier'],
    mark: 'approver',
  },
  {
    name: 'notify',
    display: 'Notified',
    from: ['MANAGER', 'APPROVED'],
    to: ['MANAGER', 'NOTIFIED', 'pending'],
    condition: 'notification is dated',
    effect: 'store the notification',
  },
  {
    name: 'close without notification',
    display: 'Close without notification',
    from: ['MANAGER', 'APPROVED'],
    to: ['COMPLETED', 'CLOSED', 'validated'],
    commentRequired: true,
    excludes: ['quantifier', 'approver'],
    condition: 'nothing to notify',
  },
  {
    name: 'compensate',
    display: 'Compensated',
    from: ['MANAGER', 'NOTIFIED'],
    to: ['MANAGER', 'COMPENSATED', 'success'],
    condition: 'payment is dated',
    effect: 'store the payment',
  },
  {
    name: 'close',
    display: 'Close',
    from: ['MANAGER', 'COMPENSATED'],
    to: ['COMPLETED', 'CLOSED', 'validated'],
    excludes: ['quantifier', 'approver'],
  },
  returnedAnew(['TEAM LEADER', 'QUANTIFIED'], ['ACCOUNTANT', 'OPENED']),
  returnedAnew(['MANAGER', 'APPROVED'], ['ACCOUNTANT', 'OPENED']),
  cancelledFor('ACCOUNTANT', 'OPENED'),
  cancelledFor('TEAM LEADER', 'QUANTIFIED'),
  cancelledFor('MANAGER', 'APPROVED'),
]

/** The workflow of oversight reports: a second manager signs after the first one, and freezes the report. */

export const OVERSIGHT_STEPS: StepSeed[] = [
  created('MANAGER', 'TO SIGN'),
  {
    name: 'sign',
    display: 'Sign',
    from: ['MANAGER', 'TO SIGN'],
    to: ['MANAGER', 'SIGNED', 'pending'],
    mark: 'signer',
  },
  {
    name: 'countersign',
    display: 'Countersign',
    from: ['MANAGER', 'SIGNED'],
    to: ['COMPLETED', 'FROZEN', 'validated'],
    excludes: ['signer'],
    condition: 'the report is kept',
  },
  returnedAnew(['MANAGER', 'SIGNED'], ['MANAGER', 'TO SIGN']),
  cancelledFor('MANAGER', 'TO SIGN'),
]

/**
 * The workflows of tasks: product decisions, section 2. A task stays in the queue of its team; tasks that another user
 * reviews have a separate workflow, so that an unneeded review is never offered.
 */

const step = (from: string, seed: Omit<StepSeed, 'from' | 'to'> & { to: [string, string] }): StepSeed => ({
  ...seed,
  from: [OWN_QUEUE, from],
  to: [OWN_QUEUE, ...seed.to],
})

const start = step('TO DO', { name: 'start', display: 'Start', to: ['IN PROGRESS', 'pending'], mark: 'doer' })

const done = step('IN PROGRESS', { name: 'done', display: 'Done', to: ['DONE', 'success'], mark: 'doer' })

const notApplicable = (from: string) =>
  step(from, {
    name: 'not applicable',
    display: 'Not applicable',
    to: ['NOT APPLICABLE', 'invalidated'],
    commentRequired: true,
  })

/** Another user may do it next time: it starts a new round. */
const reopen = (from: string) =>
  step(from, { name: 'reopen', display: 'Reopen', to: ['TO DO', 'new'], opensRound: true })

const OPEN = [created(OWN_QUEUE, 'TO DO'), start, notApplicable('TO DO'), done, notApplicable('IN PROGRESS')]

export const TASK_STEPS: StepSeed[] = [...OPEN, reopen('DONE'), reopen('NOT APPLICABLE')]

/** A deadline ends with a step of the object that its process is made with: the code takes all of its steps. */
export const DEADLINE_STEPS: StepSeed[] = [
  created(OWN_QUEUE, 'TO DO'),
  ...[
    step('TO DO', { name: 'met', display: 'Done with its case', to: ['DONE', 'success'] }),
    step('TO DO', { name: 'lapsed', display: 'Not applicable', to: ['NOT APPLICABLE', 'invalidated'] }),
    step('DONE', { name: 'due again', display: 'Due again', to: ['TO DO', 'new'], opensRound: true }),
  ].map((each) => ({ ...each, actingQueue: 'SYSTEM' })),
]

export const REVIEWED_TASK_STEPS: StepSeed[] = [
  ...OPEN,
  step('DONE', {
    name: 'review',
    display: 'Review',
    to: ['REVIEWED', 'validated'],
    excludes: ['doer'],
  }),
  reopen('DONE'),
  reopen('REVIEWED'),
  reopen('NOT APPLICABLE'),
]
