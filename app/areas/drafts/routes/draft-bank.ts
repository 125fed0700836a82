import { isAllowed } from '~/areas/access/actor'
import { bankDetails } from '~/areas/bank-accounts/bank-details.server'
import { entityName } from '~/areas/reference-data/entity-name.server'
import type { Guarded } from '~/http/guard'
import type { EInvoiceFields } from '~/platform/einvoices/contract'
import { dayIn } from '~/platform/values/day'
import { checkIban } from '~/platform/values/iban'
import type { DraftBank } from '../bank-notice'
import type { Draft } from '../draft'
import type { NamedBank, SupplierBank } from '../ssi'

/** Where the supplier of a draft is paid, and what to know of it; the notice is null while there is no supplier. */
export async function bankOfDraft(
  { actor, read, services }: Pick<Guarded, 'actor' | 'read' | 'services'>,
  draft: Draft,
  eInvoice: EInvoiceFields,
): Promise<{ bank: SupplierBank; notice: DraftBank | null }> {
  const named = namedIn(eInvoice)
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  if (supplierId === null) return { bank: { named, supplier: null, accounts: [], href: null }, notice: null }
  const { timeZone } = services.settings
  const [supplier, { accounts, changedDaysAgo, waitingSince }] = await Promise.all([
    entityName(read, supplierId),
    bankDetails(read, supplierId, dayIn(services.clock(), timeZone), timeZone),
  ])
  const strange = named?.valid && accounts.length > 0 && !accounts.some(({ iban }) => iban === named.iban)
  return {
    bank: {
      ...{ named, supplier, accounts },
      href: isAllowed(actor, 'bankaccounts') ? `/bank-accounts?entity=${supplierId}` : null,
    },
    notice: {
      ...{ supplier, changedDaysAgo },
      waitingSince: waitingSince && dayIn(waitingSince, timeZone),
      unknownIban: strange ? named.iban : null,
    },
  }
}

function namedIn({ iban, bic }: EInvoiceFields): NamedBank | null {
  if (!iban && !bic) return null
  const checked = iban ? checkIban(iban.value) : null
  return {
    iban: checked?.electronic ?? null,
    valid: checked?.valid ?? false,
    bic: bic?.value ?? null,
    source: [iban?.source, bic?.source].filter(Boolean).join(', '),
  }
}
