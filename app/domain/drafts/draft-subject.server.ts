import type { Transaction } from 'db/doors'
import { createInvoices } from '~/domain/invoices/create-invoices.server'
import type { Day } from '~/domain/values/day'
import type { StepRequest, Subject } from '~/domain/workflow/take-step.server'
import type { Instance } from '~/domain/workflow/types'
import { validatedByClient } from './client-validation.server'
import { costLinesOf } from './cost-lines-of.server'
import { draftById } from './draft-by-id.server'
import { draftMarks } from './draft-marks.server'
import { readyToCheck } from './ready-to-check.server'
import { seenRevision } from './seen-revision.server'

export interface DraftStepRequest extends StepRequest {
  /** The draft's revision that the form saw; null when the caller did not say. */
  revision: number | null
  today: Day
}

const seen = (tx: Transaction, { objectId }: Instance, { revision }: DraftStepRequest) =>
  seenRevision(tx, objectId, revision)

/** What the draft's workflow names: its conditions and effects. No step is taken on a draft that changed unseen. */
export const draftSubject: Subject<DraftStepRequest> = {
  kind: 'draft',
  marks: draftMarks,
  seen,
  conditions: {
    'as it was seen': seen,
    'within its budgets': seen,
    'ready to check': (tx, { objectId }) => readyToCheck(tx, objectId),
    'validated by the client': (tx, { objectId }, { today }) => validatedByClient(tx, objectId, today),
  },
  effects: {
    async 'create invoices'(tx, { objectId }, { by, at }) {
      const draft = await draftById(tx, objectId)
      const lines = await costLinesOf(tx, objectId)
      await createInvoices(tx, { draft, lines, createdBy: by.id, now: at })
    },
  },
}
