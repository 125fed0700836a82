import type { Read } from 'db/database'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { budgetsOfDraft } from '~/areas/budgets/budgets-of-draft.server'
import { passedBudgets } from '~/areas/budgets/near-miss-budgets.server'
import { whyRoutineNeeded } from '~/areas/budgets/require-routine-type.server'
import type { DraftFields, Duplicate } from './draft'
import { draftDuplicates } from './draft-duplicates.server'
import { DRAFT_LABELS } from './draft-labels'
import { type MissingField, missingToCheck } from './draft-missing'
import { netNotice } from './net-notice'

/** What a draft's form tells while it is filled in, and again on the server. */
export interface DraftChecks {
  /** Other drafts and invoices that may be the same bill. */
  duplicates: Duplicate[]
  /** What "Send to check" still needs. */
  missing: MissingField[]
  /** How it stands to the budgets in force that count it. */
  budgets: BudgetCheck[]
  /** Budgets that are like the draft but for its routine or expense type, where none counts it: sentences. */
  passed: string[]
  /** What is odd, but may be meant so: sentences. */
  notices: string[]
}

const ROUTINE_TYPE: MissingField = {
  field: 'routineType',
  label: `${DRAFT_LABELS.routineType} (budgets count by it)`,
}

/** The checks of a draft as it would be with these fields. */
export async function draftChecks(read: Read, draftId: number, fields: DraftFields): Promise<DraftChecks> {
  const notice = netNotice(fields)
  const needsRoutine = (await whyRoutineNeeded(read, fields)) !== null
  return {
    duplicates: await draftDuplicates(read, draftId, fields),
    missing: [...missingToCheck(fields), ...(needsRoutine ? [ROUTINE_TYPE] : [])],
    budgets: await budgetsOfDraft(read, draftId, fields),
    passed: await passedBudgets(read, draftId, fields),
    notices: notice ? [notice] : [],
  }
}
