import { isAllowed } from '~/areas/access/actor'
import { bankDetails, paidAccount } from '~/areas/bank-accounts/bank-details.server'
import type { Guarded } from '~/http/guard'
import type { PayeeBank } from '../invoice-sections'
import type { InvoiceView } from '../invoice-view.server'

/**
 * The account that an invoice in the payments queue is paid to; null elsewhere, and for a user who neither approves
 * payments nor may see bank accounts.
 */
export async function payeeBank(
  guarded: Guarded,
  { invoice, instance }: Pick<InvoiceView, 'invoice' | 'instance'>,
): Promise<PayeeBank | null> {
  const { actor, read } = guarded
  const mayOpen = isAllowed(actor, 'bankaccounts')
  if (instance.queue !== 'PAYMENT' || !(mayOpen || actor.queues.includes('PAYMENT'))) return null
  const { changedDaysAgo } = await bankDetails(guarded, invoice.supplierId)
  const { accounts, hash } = await paidAccount(read, invoice.supplierId, invoice.currency)
  return {
    supplier: invoice.provider,
    changedDaysAgo,
    // What holds the payment is shown next to the steps.
    waitingSince: null,
    accounts,
    hash,
    href: mayOpen ? `/bank-accounts?entity=${invoice.supplierId}` : null,
  }
}
