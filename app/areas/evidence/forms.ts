import { z } from 'zod'

/** What a pack is asked for by, in its address. */
export const PackFields = z.object({
  kind: z.enum(['nav', 'invoice', 'budget'], 'Choose NAV, invoice or budget.'),
  id: z
    .string('Enter the number of the object.')
    .regex(/^[1-9]\d{0,14}$/, 'Enter the number of the object, such as 1012.')
    .transform(Number),
})
