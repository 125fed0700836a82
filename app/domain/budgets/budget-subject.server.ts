import type { Transaction } from 'db/doors'
import { appUser } from 'db/schema/access'
import { budget } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import { STEP_REFUSED, type StepRequest, type Subject } from '~/domain/workflow/take-step.server'
import type { Instance } from '~/domain/workflow/types'
import { budgetMarks } from './budget-marks.server'
import { freeOfOverlaps } from './free-of-overlaps.server'
import { neverInForce, putInForce, putOutOfForce } from './put-in-force.server'

export interface BudgetStepRequest extends StepRequest {
  /** The budget's revision that the form saw; null when the caller did not say. */
  revision: number | null
}

/** Nobody submits or approves what they have not seen. */
async function seen(tx: Transaction, { objectId }: Instance, { revision }: BudgetStepRequest) {
  if (revision === null) return
  const [row] = await tx
    .select({ revision: budget.revision, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(budget)
    .leftJoin(appUser, eq(appUser.id, budget.updatedBy))
    .where(eq(budget.id, objectId))
  if (!row || row.revision === revision) return
  const who = row.firstName === null ? '' : ` by ${row.firstName} ${row.lastName}`
  throw new DomainError(
    'conflict',
    `The budget was changed${who} after you opened this page. Look at it as it is now, then choose again.`,
    { title: STEP_REFUSED },
  )
}

/** What the budget's workflow names: its conditions and effects. No step is taken on a budget that changed unseen. */
export const budgetSubject: Subject<BudgetStepRequest> = {
  kind: 'budget',
  marks: budgetMarks,
  seen,
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
