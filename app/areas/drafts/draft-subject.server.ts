import type { Transaction } from 'db/database'
import { draft } from 'db/schema/drafts'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { budgetsOfDraft } from '~/areas/budgets/budgets-of-draft.server'
import { lockTermsOf } from '~/areas/budgets/lock-terms.server'
import { checksKept, withinBudgets } from '~/areas/budgets/within-budgets.server'
import { createInvoices } from '~/areas/invoices/create-invoices.server'
import type { Day } from '~/platform/values/day'
import { sameRevision } from '~/platform/workflow/same-revision.server'
import { STEP_REFUSED, type StepRequest, type Subject } from '~/platform/workflow/take-step.server'
import type { EventData, Instance } from '~/platform/workflow/types'
import { validatedByClient } from './client-validation.server'
import { costLinesOf } from './cost-lines-of.server'
import { draftById } from './draft-by-id.server'
import { draftMarks } from './draft-marks.server'
import { readyToCheck } from './ready-to-check.server'

export interface DraftStepRequest extends StepRequest {
  /** The draft's revision that the form saw; null when the caller did not say. */
  revision: number | null
  today: Day
  /** What the step's condition found of the draft's budgets: its event keeps it. */
  checks?: BudgetCheck[]
}

const seen = (tx: Transaction, { objectId }: Instance, { revision }: DraftStepRequest) =>
  sameRevision(tx, draft, { what: 'draft', id: objectId, revision, title: STEP_REFUSED })

/** What the draft's workflow names: its conditions and effects. No step is taken on a draft that changed unseen. */
export const draftSubject: Subject<DraftStepRequest> = {
  kind: 'draft',
  marks: draftMarks,
  seen,
  conditions: {
    'as it was seen': seen,
    async 'within its budgets'(tx, { objectId }, request) {
      request.checks = await withinBudgets(tx, objectId)
    },
    'ready to check': (tx, { objectId }) => readyToCheck(tx, objectId),
    async 'validated by the client'(tx, { objectId }, request) {
      await lockTermsOf(tx, objectId)
      request.checks = await budgetsOfDraft(tx, objectId)
      await validatedByClient(tx, objectId, request.today, request.checks)
    },
  },
  data: async (_tx, _instance, _step, { checks }): Promise<EventData> =>
    checks ? { budgets: checksKept(checks) } : {},
  effects: {
    async 'create invoices'(tx, { objectId }, { by, at }, { today }) {
      const draft = await draftById(tx, objectId)
      const lines = await costLinesOf(tx, objectId)
      await createInvoices(tx, { draft, lines, createdBy: by.id, now: at, today })
    },
  },
}
