import type { QueueStatus } from '~/platform/workflow/types'

/** What any user may do with a draft at its current status (specification, section 3: draft status flags). */
export interface DraftFlags {
  is_validation_step: boolean
  is_cancellation_step: boolean
  is_completion_step: boolean
  is_editable: boolean
}

/** Another draft or invoice that may be the same supplier's invoice. */
export interface Duplicate {
  kind: 'draft' | 'invoice'
  id: number
  /** "same file", "same supplier, amount and reference", "same amount within 10 days" */
  why: string
  /** Whether it holds "Send to check": of the same supplier, amount and reference, and there before. */
  blocks: boolean
  /** As people read it: "draft 1234, Index Data House Ltd, INV-7, 1,250.00 EUR of 02/10/2026, TO CHECK". */
  text: string
}

/**
 * The duplicates that still hold a draft.
 * @param accepted what team leaders accepted before, by the ids of drafts and invoices
 */
export function openDuplicates(
  duplicates: readonly Duplicate[],
  accepted: readonly { duplicates: readonly number[] }[],
): Duplicate[] {
  const done = new Set(accepted.flatMap((each) => each.duplicates))
  return duplicates.filter(({ id, blocks }) => blocks && !done.has(id))
}

/** Where the whole form of a draft may be edited. */
export const isInEntry = ({ queue, status }: QueueStatus): boolean =>
  queue === 'ACCOUNTING' && (status === 'IN ENTRY' || status === 'RETURNED')

/** Where the client validates: only validators, validation dates and proofs may change. */
export const isInValidation = ({ queue, status }: QueueStatus): boolean =>
  queue === 'CLIENT' && status === 'TO VALIDATE'

/** What any user may do with a draft at its current status (specification, section 3: draft status flags). */
export function draftFlags(instance: QueueStatus): DraftFlags {
  const { queue, status } = instance
  return {
    is_validation_step: isInValidation(instance),
    is_cancellation_step: queue === 'SYSTEM' && status === 'CANCELLED',
    is_completion_step: queue === 'SYSTEM' && status === 'COMPLETED',
    is_editable: isInEntry(instance) || isInValidation(instance),
  }
}
