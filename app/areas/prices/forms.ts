import { z } from 'zod'
import { formKey, RELOAD } from '~/http/form'

/** The justification of a price or a rate for all funds, from the list of results that the page showed. */
export const JustifyFields = z.object({
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
  /** "101,102" */
  results: z
    .string(RELOAD)
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,4999}$/, RELOAD)
    .transform((text) => text.split(',').map(Number)),
  idempotencyKey: formKey(),
})
