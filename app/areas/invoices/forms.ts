import { z } from 'zod'
import { formId } from '~/http/form'
import { isDay } from '~/platform/values/day'

/** The forms of the invoice drawer. */

export const InvoiceStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  eventLog: z.string().max(4000, 'At most 4,000 characters.').default(''),
  paymentDate: z
    .string()
    .refine(isDay, 'Enter a date as dd/MM/yyyy.')
    .nullish()
    .transform((value) => value ?? null),
  accountSeen: z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value ?? null),
})

export const RecreateFields = z.object({ seenEventId: formId() })
