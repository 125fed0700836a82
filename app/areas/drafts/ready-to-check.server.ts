import type { Read } from 'db/database'
import { routineSaid, whyRoutineNeeded } from '~/areas/budgets/require-routine-type.server'
import { DomainError } from '~/platform/values/domain-error'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { linesFault } from './cost-line-mismatch'
import { costLinesOf } from './cost-lines-of.server'
import { draftById } from './draft-by-id.server'
import { eInvoiceOf } from './draft-einvoice.server'
import { DRAFT_LABELS } from './draft-labels'
import { missingToCheck } from './draft-missing'

/**
 * Condition of "Send to check": nothing is missing, cost lines make up the draft, and an e-invoice that does not add up
 * was confirmed.
 * @throws DomainError 'invalid' with a line and a field for each thing that is missing; 'refused'
 */
export async function readyToCheck(read: Read, draftId: number): Promise<void> {
  const fields = await draftById(read, draftId)
  const lines = await costLinesOf(read, draftId)
  const eInvoice = await eInvoiceOf(read, draftId)
  const missing = missingToCheck(fields)
  if (missing.length > 0) {
    const routine = await whyRoutineNeeded(read, fields)
    throw new DomainError('invalid', 'Fill in what is missing, confirm, and send the draft again.', {
      title: STEP_REFUSED,
      list: [...missing.map(({ label }) => label), ...(routine ? [DRAFT_LABELS.routineType] : [])],
      fields: {
        ...Object.fromEntries(missing.map(({ field, label }) => [field, `${label} is required.`])),
        ...(routine ? { routineType: routine } : {}),
      },
    })
  }
  await routineSaid(read, draftId, 'Choose it, confirm, and send the draft again.')
  const fault = linesFault(fields, lines)
  if (fault) throw new DomainError('refused', fault, { title: STEP_REFUSED })
  if (eInvoice?.awaitsConfirmation)
    throw new DomainError(
      'refused',
      `${eInvoice.fault ?? 'The totals of the e-invoice do not add up.'} Confirm the totals with a comment, then send the draft.`,
      { title: STEP_REFUSED },
    )
}
