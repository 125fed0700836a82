import { OWN_QUEUE } from '~/platform/workflow/types'
import type { StepSeed } from './workflow-steps'

/**
 * The workflows of tasks: product decisions, section 2. A task stays in the queue of its team; one that another person
 * reviews has a workflow of its own, so that nobody is offered a review that is not asked for.
 */

const step = (from: string, seed: Omit<StepSeed, 'from' | 'to'> & { to: [string, string] }): StepSeed => ({
  ...seed,
  from: [OWN_QUEUE, from],
  to: [OWN_QUEUE, ...seed.to],
})

const create: StepSeed = {
  name: 'create',
  display: 'Created',
  from: ['SYSTEM', 'CREATED'],
  to: [OWN_QUEUE, 'TO DO', 'new'],
}

const start = step('TO DO', { name: 'start', display: 'Start', to: ['IN PROGRESS', 'pending'], mark: 'doer' })

const done = step('IN PROGRESS', { name: 'done', display: 'Done', to: ['DONE', 'success'], mark: 'doer' })

const notApplicable = (from: string) =>
  step(from, {
    name: 'not applicable',
    display: 'Not applicable',
    to: ['NOT APPLICABLE', 'invalidated'],
    commentRequired: true,
  })

/** Whoever does it the next time may be somebody else: it begins a new round. */
const reopen = (from: string) =>
  step(from, { name: 'reopen', display: 'Reopen', to: ['TO DO', 'new'], opensRound: true })

const OPEN = [create, start, notApplicable('TO DO'), done, notApplicable('IN PROGRESS')]

export const TASK_STEPS: StepSeed[] = [...OPEN, reopen('DONE'), reopen('NOT APPLICABLE')]

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
