import { z } from 'zod'
import { formId } from '~/http/form'
import { boxValue } from '~/http/typed-values'
import { isDay } from '~/platform/values/day'

/** The forms of payment runs. */

const day = z.string('Enter a date as dd/MM/yyyy.').refine(isDay, 'Enter a date as dd/MM/yyyy.')

const MAX_INVOICES = 10_000

/** "1001,1002": exactly what the page showed. */
const ids = z
  .string('Choose at least one invoice.')
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Choose at least one invoice.')
  .transform((text) => text.split(',').map(Number))
  .refine((all) => all.length <= MAX_INVOICES, 'Choose at most 10,000 invoices.')

export const MakeRunFields = z.object({
  invoices: ids,
  executionDate: day,
  takeDiscounts: boxValue('Take the discounts'),
})

export const RunStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  paymentsSeen: z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value ?? null),
  eventLog: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

export const TakeOutFields = z.object({
  reason: z.string().max(500, 'Reason: write at most 500 characters.').default(''),
})
