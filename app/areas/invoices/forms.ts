import { z } from 'zod'
import { textValue } from '~/http/calls/values'
import { formId, RELOAD } from '~/http/form'
import { isDay } from '~/platform/values/day'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'

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

/** Whether the supplier collects an invoice by direct debit. */
export const CollectionFields = z.object({
  collected: z.enum(['yes', 'no'], RELOAD).transform((answer) => answer === 'yes'),
  comment: z.string().max(MAX_COMMENT_LENGTH, 'Reason: write at most 4,000 characters.').default(''),
})

/** The same by a call. */
export const CollectionCallFields = z.object({
  collected: z.boolean('Give true or false.').describe('Whether the supplier collects it by direct debit.'),
  comment: textValue.describe('The reason; mandatory.'),
})

export const RecreateFields = z.object({ seenEventId: formId() })
