import { invoice } from 'db/schema/invoices'
import { and, eq } from 'drizzle-orm'
import { type Actor, isAllowed, whyNoMoney } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { refusalTitled } from '~/platform/values/domain-error'
import { capitalised } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { type Instance, MAX_COMMENT_LENGTH, SYSTEM } from '~/platform/workflow/types'
import { runsOfInvoices } from './paid-in-runs.server'
import { voidApprovals } from './payment-approvals.server'
import { refreshInvoiceRows } from './stored-rows.server'

export const COLLECTION_NOT_CHANGED = 'The invoice was not changed.'

const refusal = refusalTitled(COLLECTION_NOT_CHANGED)

const QUEUES = ['ACCOUNTING', 'PAYMENT']

/** Why this person may not say who starts the payment of an invoice, in a sentence; null when they may. */
export function whyNotCollection(
  actor: Pick<Actor, 'authorisations' | 'queues' | 'heldBack'>,
  { queue, status }: Pick<Instance, 'queue' | 'status'>,
): string | null {
  if (queue === SYSTEM) return `This invoice is ${status}: it is read-only.`
  if (queue === 'PAYMENT' && status === 'SENT')
    return 'Its payment was sent to the bank. Wait for the answer of the bank.'
  const isMember = QUEUES.some((each) => actor.queues.includes(each))
  if (!isMember || !isAllowed(actor, 'transactiondashboard', 'update'))
    return 'Only members of the queues ACCOUNTING and PAYMENT change this.'
  return whyNoMoney(actor)
}

export interface CollectionChange {
  invoiceId: number
  /** Whether the supplier collects it by direct debit. */
  collected: boolean
  /** Why; required. */
  comment: string
}

/**
 * Marks an invoice as collected by its supplier, so that no run pays it, or takes the mark off; returns a short line.
 * Without the mark runs may pay it: approvals that were given with it are void.
 * @throws DomainError invalid without a comment; forbidden; refused where a run has it, or nothing would change
 */
export function changeCollection(
  context: UserWriteContext,
  { invoiceId, collected, comment }: CollectionChange,
): Promise<string> {
  const { tx, actor, now } = context
  const change = async () => {
    const reason = comment.trim()
    if (reason === '' || reason.length > MAX_COMMENT_LENGTH)
      throw refusal('invalid', 'Enter the reason: up to 4,000 characters.', {
        comment: 'Enter the reason.',
      })
    if (!(await tx.$count(invoice, eq(invoice.id, invoiceId))))
      throw refusal('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
    await runsOfInvoices().hold(tx, invoiceId)
    const instance = await lockInstance(tx, invoiceId)
    const why = whyNotCollection(actor, instance)
    if (why !== null) throw refusal('forbidden', why)
    const run = await runsOfInvoices().of(tx, invoiceId)
    if (run?.state === 'planned')
      throw refusal('refused', `The invoice is in payment run ${run.runId}. Take it out of the run first.`)
    const changed = await tx
      .update(invoice)
      .set({ collectedBySupplier: collected })
      .where(and(eq(invoice.id, invoiceId), eq(invoice.collectedBySupplier, !collected)))
      .returning({ id: invoice.id })
    if (changed.length === 0)
      throw refusal('refused', `Invoice ${invoiceId} is ${wordsOf(collected)} already. Reload the page.`)
    await recordAct(tx, instance, {
      name: 'change collection',
      to: instance,
      who: actor,
      now,
      log: `${capitalised(wordsOf(collected))}: ${reason}`,
      data: { collectedBySupplier: collected },
    })
    if (!collected)
      await voidApprovals(
        context,
        instance,
        'the supplier does not collect it any more, and a run may pay it',
      )
    await refreshInvoiceRows(tx, [invoiceId])
    return `Invoice ${invoiceId} is ${wordsOf(collected)}`
  }
  const action = `collection of ${invoiceId}: ${collected}`
  return withIdempotencyKey(context, action, change)
}

const wordsOf = (collected: boolean) =>
  collected ? 'collected by the supplier' : 'not collected by the supplier'
