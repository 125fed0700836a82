import { isAllowed } from '~/areas/access/actor'
import { bankDetails } from '~/areas/bank-accounts/bank-details.server'
import type { Draft } from '~/areas/expenses/expense'
import { entityName } from '~/areas/reference-data/entities.server'
import type { Guarded } from '~/http/guard'
import type { EInvoiceFields } from '~/platform/einvoices/einvoice'
import { dayIn } from '~/platform/values/day'
import type { DraftBank } from '../draft-notices'
import type { SupplierBank } from '../draft-papers'
import { clientOf } from '../entry/choices.server'
import { namedBank, unknownIban } from '../named-account'
import type { StoredEInvoice } from '../upload/einvoice.server'

/** The bank details of a draft's supplier, with a notice about them; the notice is null while there is no supplier. */
export async function bankOfDraft(
  guarded: Guarded,
  draft: Draft,
  eInvoice: EInvoiceFields,
): Promise<{ bank: SupplierBank; notice: DraftBank | null; supplierId: number | null }> {
  const { actor, read, timeZone } = guarded
  const named = namedBank(eInvoice)
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  if (supplierId === null)
    return { bank: { named, supplier: null, accounts: [], href: null }, notice: null, supplierId }
  const [supplier, { accounts, changedDaysAgo, waitingSince }] = await Promise.all([
    entityName(read, supplierId),
    bankDetails(guarded, supplierId),
  ])
  return {
    bank: {
      named,
      supplier,
      accounts,
      href: isAllowed(actor, 'bankaccounts') ? `/bank-accounts?entity=${supplierId}` : null,
    },
    notice: {
      supplier,
      changedDaysAgo,
      waitingSince: waitingSince && dayIn(waitingSince, timeZone),
      unknownIban: unknownIban(named, accounts),
    },
    supplierId,
  }
}

interface OfDraft {
  draft: Draft
  eInvoice: StoredEInvoice | null
  file: { documentId: number; fileName: string } | null
  attachments: readonly { id: number; fileName: string }[]
  proofs: readonly { id: number; fileName: string }[]
  bank: SupplierBank
}

/** The documents next to a draft's form, and the tab that the address selects. */
export async function papersOf(
  { read, today }: Guarded,
  request: Request,
  { draft, eInvoice, file, attachments, proofs, bank }: OfDraft,
) {
  const client = clientOf(draft)
  const tab = new URL(request.url).searchParams.get('doc') ?? 'invoice'
  return {
    draftId: draft.id,
    tab,
    file,
    matrix:
      client === null
        ? null
        : {
            clientName: await entityName(read, client),
            clientId: client,
            day: draft.invoiceDate ?? today,
          },
    attachments: attachments.map(({ id, fileName }) => ({ id, fileName })),
    proofs: proofs.map(({ id, fileName }) => ({ id, fileName })),
    bank: draft.isSupplierFund ? undefined : tab === 'ssi' ? bank : null,
    hasEInvoice: eInvoice !== null,
  }
}
