import { z } from 'zod'
import { formId, formNumber } from '~/http/form'

/** The forms of Processes. */

const userId = formNumber('Choose a user of the list.')
  .nullish()
  .transform((id) => id ?? null)

/** The cell of the user; an empty one gives the process to no one. */
export const AssignFields = z.object({
  entityProcessDateId: formId(),
  user_id: userId,
  /** The user when the form was shown. */
  seenUserId: userId,
})

export const TaskStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  eventLog: z.string().max(4000, 'At most 4,000 characters.').default(''),
})
