import { z } from 'zod'
import { formId, formNumber } from '~/http/form'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import type { Settlement } from './explain-entry.server'

/** The forms of the Bank inbox. */

const comment = z.string().max(MAX_COMMENT_LENGTH, 'Comment: write at most 4,000 characters.').default('')

export const AcceptFields = z.object({ seenEventId: formId(), eventLog: comment })

const CHOOSE = 'Choose what explains the entry.'

export const ExplainFields = z.object({
  seenEventId: formId(),
  /** "payment 12", "invoices", "charges". */
  how: z.string(CHOOSE).regex(/^(payment [1-9]\d{0,8}|invoices|charges|income|ask back|not ours)$/, CHOOSE),
  withCharges: z.literal('on').optional(),
  eventLog: comment,
})

/** The invoices that a form has ticked. */
function ticked(typed: Readonly<Record<string, string>>): number[] {
  return Object.keys(typed).flatMap((name) => {
    const id = /^invoice-([1-9]\d{0,14})$/.exec(name)?.[1]
    return id === undefined || typed[name] !== 'on' ? [] : Number(id)
  })
}

/** What a form chose. */
export function settlementOf(
  { how, withCharges }: Pick<z.output<typeof ExplainFields>, 'how' | 'withCharges'>,
  typed: Readonly<Record<string, string>>,
): Settlement {
  const charges = withCharges === 'on'
  if (how === 'invoices') return { kind: 'invoices', invoiceIds: ticked(typed), withCharges: charges }
  if (how === 'charges' || how === 'income' || how === 'ask back' || how === 'not ours') return { kind: how }
  return { kind: 'payment', paymentId: Number(how.replace('payment ', '')), withCharges: charges }
}

export const TakeOverFields = z.object({})

export const ReturnFields = z.object({
  paymentId: formNumber('Choose the payment that came back.'),
  comment,
})

export const DisputeFields = z.object({ end: z.string().default(''), comment })
