import type { Transaction } from 'db/database'
import { totalsConfirmation } from 'db/schema/drafts'
import type { Actor } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { once } from '~/platform/workflow/once.server'
import { LONGEST_COMMENT } from '~/platform/workflow/types'
import { lockForEntry, recordDraftAct } from '../draft-acts.server'
import { eInvoiceOf } from './einvoice.server'

export interface TotalsConfirmation {
  draftId: number
  comment: string
  idempotencyKey: string | null
}

/**
 * Confirms that the totals of a draft's e-invoice are right although they do not add up, with a reason; then the draft
 * may move on.
 * @throws DomainError invalid without a comment; refused when there is nothing to confirm
 */
export function confirmTotals(
  tx: Transaction,
  actor: Actor,
  { draftId, comment, idempotencyKey }: TotalsConfirmation,
  now: Date,
): Promise<{ draftId: number }> {
  const confirm = async () => {
    const said = comment.trim()
    if (said === '' || said.length > LONGEST_COMMENT)
      throw new DomainError(
        'invalid',
        'Enter your reason for accepting the totals: up to 4,000 characters.',
        { fields: { comment: 'Enter your reason for accepting the totals.' } },
      )
    const { instance } = await lockForEntry(tx, actor, draftId)
    const eInvoice = await eInvoiceOf(tx, draftId)
    if (!eInvoice?.awaitsConfirmation)
      throw new DomainError(
        'refused',
        eInvoice?.confirmedBy
          ? `${eInvoice.confirmedBy} already confirmed the totals. Reload the page.`
          : 'This draft has no totals to confirm.',
      )
    await tx
      .insert(totalsConfirmation)
      .values({ draftId, confirmedBy: actor.id, confirmedAt: now, comment: said })
    await recordDraftAct(tx, instance, actor, { name: 'confirm totals', log: said, now })
    return { draftId }
  }
  return once(
    tx,
    { key: idempotencyKey, userId: actor.id, action: `confirm totals ${draftId}`, now },
    confirm,
  )
}
