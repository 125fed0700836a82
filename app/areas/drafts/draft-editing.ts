import type { Instance, StepTaker } from '~/platform/workflow/types'
import { isInEntry, isInValidation } from './draft-flags'

/** What somebody may change of a draft now. */
export interface DraftEditing {
  /** 'validation': validators, validation dates and client proofs. */
  may: 'all' | 'validation' | 'nothing'
  /** Why nothing may be changed, in a sentence; null when something may. */
  reason: string | null
}

/** The fields of a draft that may change while the client validates it. */
export const VALIDATION_FIELDS = [
  'validatingUserA',
  'validationDateA',
  'validatingUserB',
  'validationDateB',
] as const

/**
 * What this person may change of a draft where it is: everything while it is entered (members of ACCOUNTING), the
 * client's validation while that is awaited (members of CLIENT), nothing else.
 * @param mayUpdate holds the update permission on Drafted Expenses
 */
export function editingOf(
  instance: Pick<Instance, 'queue' | 'status'>,
  taker: Pick<StepTaker, 'queues'>,
  mayUpdate: boolean,
): DraftEditing {
  const nothing = (reason: string): DraftEditing => ({ may: 'nothing', reason })
  const { queue, status } = instance
  const inEntry = isInEntry(instance)
  if (!inEntry && !isInValidation(instance))
    return nothing(
      queue === 'SYSTEM'
        ? `This draft is ${status}: it can only be read.`
        : `This draft is ${status} (${queue}): it can be changed once it is returned to ACCOUNTING.`,
    )
  if (!mayUpdate)
    return nothing('You may read this draft. Changing it needs the update permission for Drafted Expenses.')
  const members = inEntry ? 'ACCOUNTING' : 'CLIENT'
  if (!taker.queues.includes(members))
    return nothing(`You may read this draft. Now it is for members of the queue ${members} to change it.`)
  return { may: inEntry ? 'all' : 'validation', reason: null }
}
