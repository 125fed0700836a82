import type { KindRules } from '~/platform/workflow/kind-rules'
import { OWN_QUEUE } from '~/platform/workflow/types'
import { NOT_BEGUN } from './process'

const at = (status: string) => ({ queue: OWN_QUEUE, status })

const BOTH = {
  functionId: 'processdashboard',
  starts: [at(NOT_BEGUN)],
  ends: [at('NOT APPLICABLE')],
  moves: [],
  bendable: ['start', 'done'],
  held: [],
  marks: ['doer'],
  conditions: [],
  effects: [],
  datesEffect: null,
}

/** The parts of the workflow of tasks that the code relies on: product decisions, section 2. */
export const TASK_WORKFLOW: KindRules = {
  ...BOTH,
  kind: 'task',
  title: 'task',
  one: 'a task',
  goals: [at('DONE')],
  needed: ['create', 'done'],
  gates: [{ from: [at(NOT_BEGUN)], to: at('DONE'), through: ['done'] }],
}

/** The same for tasks that another person reviews. */
export const REVIEWED_TASK_WORKFLOW: KindRules = {
  ...BOTH,
  kind: 'reviewed task',
  title: 'reviewed task',
  one: 'a reviewed task',
  goals: [at('REVIEWED')],
  needed: ['create', 'done', 'review'],
  gates: [{ from: [at(NOT_BEGUN)], to: at('REVIEWED'), through: ['done', 'review'] }],
}
