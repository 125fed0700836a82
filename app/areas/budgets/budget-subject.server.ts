import { budget } from 'db/schema/budgets'
import { sameRevision } from '~/platform/workflow/same-revision.server'
import { STEP_REFUSED, type StepRequest, type Subject } from '~/platform/workflow/take-step.server'
import { neverInForce, putInForce, putOutOfForce } from './activate.server'
import { budgetMarks } from './budget-marks.server'
import { freeOfOverlaps } from './free-of-overlaps.server'

export interface BudgetStepRequest extends StepRequest {
  /** The budget's revision that the form saw; null when the caller did not say. */
  revision: number | null
}

/** What the budget's workflow names: its conditions and effects. No step is taken on a budget that changed unseen. */
export const budgetSubject: Subject<BudgetStepRequest> = {
  kind: 'budget',
  marks: budgetMarks,
  seen: (tx, { objectId }, { revision }) =>
    sameRevision(tx, budget, { what: 'budget', id: objectId, revision, title: STEP_REFUSED }),
  conditions: {
    'free of overlaps': (tx, { objectId, queue }) =>
      freeOfOverlaps(tx, objectId, queue === 'TEAM LEADER' ? 'approve' : 'submit'),
    'never in force': (tx, { objectId }) => neverInForce(tx, objectId),
  },
  effects: {
    'in force': (tx, { objectId }, { by, at }) => putInForce(tx, objectId, by.id, at),
    'out of force': (tx, { objectId }) => putOutOfForce(tx, objectId),
  },
}
