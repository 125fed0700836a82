import { z } from 'zod'
import { sameSearch } from '~/http/address'
import { formNumber, parseFields } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import {
  approvePendingChange,
  refusePendingChange,
  withdrawPendingChange,
} from '../pending-change-decide.server'

const WHY = 'Say why: whoever requested it reads that.'
const Decision = z.discriminatedUnion('decision', [
  z.object({ id: formNumber(), decision: z.literal('approve') }),
  z.object({ id: formNumber(), decision: z.literal('withdraw') }),
  z.object({
    id: formNumber(),
    decision: z.literal('refuse'),
    comment: z.string(WHY).trim().min(1, WHY).max(1000, 'Shorten the reason to 1000 characters.'),
  }),
])

/** Approves, refuses or withdraws the change that was posted, and goes back to the list at this path. */
export function decideChange(guarded: Guarded, args: RouteArgs, path: string) {
  return formAnswer(args, (typed) => decideTyped(guarded, args, typed, path))
}

const DONE = { approve: 'Approved', refuse: 'Refused', withdraw: 'Withdrawn' }

/** The same for a page that also has other forms. */
export async function decideTyped(
  guarded: Guarded,
  { request }: RouteArgs,
  typed: Record<string, string>,
  path: string,
): Promise<Response> {
  const { actor, transaction, services } = guarded
  const sent = parseFields(typed, Decision)
  const now = services.clock()
  const what = await transaction((tx) => {
    if (sent.decision === 'approve')
      return approvePendingChange(tx, sent.id, actor, now, services.settings.timeZone)
    if (sent.decision === 'withdraw') return withdrawPendingChange(tx, sent.id, actor, now)
    return refusePendingChange(tx, sent.id, actor, now, sent.comment)
  })
  return redirectWithStatus(guarded, `${path}${sameSearch(request)}`, `${DONE[sent.decision]}: ${what}`)
}
