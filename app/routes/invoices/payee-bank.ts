import type { PayeeBank } from '~/components/invoices/payee'
import { isAllowed } from '~/domain/access/actor'
import { bankDetails } from '~/domain/bank-accounts/bank-details.server'
import { paidAccount } from '~/domain/bank-accounts/paid-account.server'
import type { InvoiceView } from '~/domain/invoices/invoice-view.server'
import { dayIn } from '~/domain/values/day'
import type { Guarded } from '~/http/guard'

/**
 * Where an invoice on the desk of payments is paid to; null elsewhere, and for who neither approves payments nor may see
 * bank accounts.
 */
export async function payeeBank(
  { actor, read, services }: Pick<Guarded, 'actor' | 'read' | 'services'>,
  { invoice, instance }: Pick<InvoiceView, 'invoice' | 'instance'>,
): Promise<PayeeBank | null> {
  const mayOpen = isAllowed(actor, 'bankaccounts')
  if (instance.queue !== 'PAYMENT' || !(mayOpen || actor.queues.includes('PAYMENT'))) return null
  const { timeZone } = services.settings
  const today = dayIn(services.clock(), timeZone)
  const { changedDaysAgo } = await bankDetails(read, invoice.supplierId, today, timeZone)
  const { accounts, hash } = await paidAccount(read, invoice.supplierId, invoice.currency)
  return {
    supplier: invoice.provider,
    changedDaysAgo,
    // What holds it is told beside the steps.
    waitingSince: null,
    ...{ accounts, hash },
    href: mayOpen ? `/bank-accounts?entity=${invoice.supplierId}` : null,
  }
}
