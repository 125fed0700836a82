import type { Read } from 'db/database'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { type FieldValue, sameField } from './draft-change'
import type { DraftField } from './draft-labels'

/** What the client says yes to: to whom who owes how much. */
const SIGNED: readonly DraftField[] = [
  'isSupplierFund',
  'invoicedLegalEntity',
  'invoicedFundLegalEntity',
  'settlementLegalEntity',
  'settlingLegalEntity',
  'currency',
  'grossAmount',
]

/**
 * When something that the client had validated was changed last, after the draft was returned; null when nothing was, or
 * when the client validated it since.
 */
export async function changedSinceValidation(read: Read, draftId: number): Promise<Date | null> {
  let validated = false
  let changed: Date | null = null
  for (const event of (await historyOf(read, draftId)).reverse()) {
    if (event.name === 'client validated') [validated, changed] = [true, null]
    else if (validated && changesSigned(event)) changed = event.at
  }
  return changed
}

function changesSigned({ data }: HistoryEvent): boolean {
  const { was, is } = data as { was?: string; is?: string }
  if (was === undefined || is === undefined) return false
  type Values = Partial<Record<DraftField, FieldValue>>
  const [before, after] = [JSON.parse(was) as Values, JSON.parse(is) as Values]
  return SIGNED.some((field) => !sameField(field, before[field] ?? null, after[field] ?? null))
}
