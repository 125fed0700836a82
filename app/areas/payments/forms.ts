import { z } from 'zod'
import { CHARGE_BEARERS } from '~/areas/bank-accounts/account'
import { formId, formNumber, RELOAD } from '~/http/form'
import { boxValue } from '~/http/typed-values'
import { isDay } from '~/platform/values/day'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import type { Settlement } from './bank-inbox/settlement'

/** The forms of payment runs and of the Bank inbox. */

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
  takeCredits: boxValue('Take off the credits'),
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

const comment = z.string().max(MAX_COMMENT_LENGTH, 'Comment: write at most 4,000 characters.').default('')

export const AcceptFields = z.object({ seenEventId: formId(), eventLog: comment })

const CHOOSE = 'Choose what explains the entry.'

export const ExplainFields = z.object({
  seenEventId: formId(),
  /** "payment 12", "transfer 30120", "payments", "invoices", "charges". */
  how: z
    .string(CHOOSE)
    .regex(
      /^(payment [1-9]\d{0,8}|transfer [1-9]\d{0,14}|payments|invoices|charges|income|ask back|not ours)$/,
      CHOOSE,
    ),
  withCharges: z.literal('on').optional(),
  eventLog: comment,
})

/** The invoices, or the payments, that a form has ticked. */
function ticked(typed: Readonly<Record<string, string>>, of: 'invoice' | 'payment'): number[] {
  return Object.keys(typed).flatMap((name) => {
    const [, what, id] = /^(invoice|payment)-([1-9]\d{0,14})$/.exec(name) ?? []
    return what !== of || typed[name] !== 'on' ? [] : Number(id)
  })
}

/** What a form chose. */
export function settlementOf(
  { how, withCharges }: Pick<z.output<typeof ExplainFields>, 'how' | 'withCharges'>,
  typed: Readonly<Record<string, string>>,
): Settlement {
  const charges = withCharges === 'on'
  if (how === 'invoices')
    return { kind: 'invoices', invoiceIds: ticked(typed, 'invoice'), withCharges: charges }
  if (how === 'payments') return { kind: 'payments', paymentIds: ticked(typed, 'payment') }
  if (how === 'charges' || how === 'income' || how === 'ask back' || how === 'not ours') return { kind: how }
  const [kind, id] = how.split(' ')
  return kind === 'transfer'
    ? { kind, entryId: Number(id) }
    : { kind: 'payment', paymentId: Number(id), withCharges: charges }
}

export const TakeOverFields = z.object({})

export const ReturnFields = z.object({
  paymentId: formNumber('Choose the payment that came back.'),
  comment,
})

export const CloseMonthFields = z.object({
  /** The balance that the page showed. */
  closingSeen: z.string(RELOAD).regex(/^-?\d{1,16}\.\d\d$/, RELOAD),
})

export const ReopenMonthFields = z.object({ comment })

export const DisputeFields = z.object({ end: z.string().default(''), comment })
