import { z } from 'zod'
import { CHARGE_BEARERS } from '~/areas/bank-accounts/account'
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
  otherCurrency: boxValue('Pay to accounts of other currencies'),
})

/** The choices of a run, by entity and currency: "from-12-EUR", "to-34-USD" and "charges-12-USD". */
export function runChoices(typed: Readonly<Record<string, string>>) {
  const choices = Object.entries(typed).flatMap(([name, value]) => {
    const [, what, entity, currency] = /^(from|to|charges)-([1-9]\d{0,8})-([A-Z]{3})$/.exec(name) ?? []
    return what && currency && value !== '' ? [{ what, entityId: Number(entity), currency, value }] : []
  })
  const accounts = (of: string) =>
    choices
      .filter(({ what, value }) => what === of && /^[1-9]\d{0,8}$/.test(value))
      .map(({ entityId, currency, value }) => ({ entityId, currency, accountId: Number(value) }))
  const charges = choices
    .filter(({ what }) => what === 'charges')
    .flatMap(({ entityId, currency, value }) => {
      const chargeBearer = CHARGE_BEARERS.find((bearer) => bearer === value)
      return chargeBearer ? [{ entityId, currency, chargeBearer }] : []
    })
  return { from: accounts('from'), to: accounts('to'), charges }
}

export const RunStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  paymentsSeen: z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value ?? null),
  executionDate: z.preprocess((given) => (given === '' ? null : given), day.nullish()),
  eventLog: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

export const TakeOutFields = z.object({
  reason: z.string().max(500, 'Reason: write at most 500 characters.').default(''),
})
