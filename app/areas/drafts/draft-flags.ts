import type { Instance } from '~/platform/workflow/types'
import type { DraftFlags } from './draft'

type Place = Pick<Instance, 'queue' | 'status'>

/** Where the whole form of a draft may be edited. */
export const isInEntry = ({ queue, status }: Place): boolean =>
  queue === 'ACCOUNTING' && (status === 'IN ENTRY' || status === 'RETURNED')

/** Where the client validates: only validators, validation dates and proofs may change. */
export const isInValidation = ({ queue, status }: Place): boolean =>
  queue === 'CLIENT' && status === 'TO VALIDATE'

/** What may be done with a draft where it is, whoever asks (specification, section 3: draft status flags). */
export function draftFlags(instance: Place): DraftFlags {
  const { queue, status } = instance
  return {
    is_validation_step: isInValidation(instance),
    is_cancellation_step: queue === 'SYSTEM' && status === 'CANCELLED',
    is_completion_step: queue === 'SYSTEM' && status === 'COMPLETED',
    is_editable: isInEntry(instance) || isInValidation(instance),
  }
}
