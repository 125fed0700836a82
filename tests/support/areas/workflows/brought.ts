import { type StepSeed, stepRows } from 'db/seed/base/expense-workflows'
import type { DefinitionStep } from '~/platform/workflow/definition-step'
import type { EventClass } from '~/platform/workflow/types'

/** Queues that may have members. */
export const QUEUES = new Set([
  'ACCOUNTANT',
  'ACCOUNTING',
  'TEAM LEADER',
  'MANAGER',
  'CLIENT',
  'SENDING',
  'PAYMENT',
  'OPERATIONS',
])

/** The built-in steps, as a version of them is judged. */
export function brought(seeds: readonly StepSeed[]): DefinitionStep[] {
  return stepRows(seeds, 0, '').map(({ definitionId: _, functionId: __, sortingOrder: ___, ...row }) => ({
    ...BLANK,
    ...row,
    toClass: row.toClass as EventClass,
  }))
}

const BLANK = {
  dateToDisplayId: null,
  commentRequired: false,
  opensRound: false,
  excludes: [],
  mark: null,
  condition: null,
  effect: null,
}

/** A step added by the site. */
export function ownStep(values: Partial<DefinitionStep>): DefinitionStep {
  return {
    ...BLANK,
    name: 'site: own',
    display: 'Own',
    fromQueue: '',
    fromStatus: 'TO CHECK',
    toQueue: '',
    toStatus: 'OWN',
    toClass: 'pending',
    actingQueue: 'TEAM LEADER',
    ...values,
  }
}
