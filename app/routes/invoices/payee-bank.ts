import type { PayeeBank } from '~/components/invoices/payee'
import { isAllowed } from '~/domain/access/actor'
import { bankDetails } from '~/domain/bank-accounts/bank-details.server'
import type { InvoiceView } from '~/domain/invoices/invoice-view.server'
import { dayIn } from '~/domain/values/day'
import type { Guarded } from '~/http/guard'

/** Where an invoice on the desk of payments is paid to; null elsewhere, and for who may not see bank accounts. */
export async function payeeBank(
  { actor, read, services }: Pick<Guarded, 'actor' | 'read' | 'services'>,
  { invoice, instance }: Pick<InvoiceView, 'invoice' | 'instance'>,
): Promise<PayeeBank | null> {
  if (instance.queue !== 'PAYMENT' || !isAllowed(actor, 'bankaccounts')) return null
  const { timeZone } = services.settings
  const today = dayIn(services.clock(), timeZone)
  const found = await bankDetails(read, invoice.supplierId, today, timeZone)
  const own = found.accounts.filter(({ iso3Currency }) => iso3Currency === invoice.currency)
  return {
    supplier: invoice.provider,
    changedDaysAgo: found.changedDaysAgo,
    // What holds it is told beside the steps.
    waitingSince: null,
    accounts: own.length > 0 ? own : found.accounts,
    href: `/bank-accounts?entity=${invoice.supplierId}`,
  }
}
