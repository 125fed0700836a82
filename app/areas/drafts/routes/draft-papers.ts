import { entityName } from '~/areas/reference-data/entity-name.server'
import type { Guarded } from '~/http/guard'
import { dayIn } from '~/platform/values/day'
import type { Draft } from '../draft'
import { clientOf } from '../draft-choices.server'
import type { StoredEInvoice } from '../draft-einvoice.server'
import type { SupplierBank } from '../ssi'

interface OfDraft {
  draft: Draft
  eInvoice: StoredEInvoice | null
  file: { documentId: number; fileName: string } | null
  attachments: readonly { id: number; fileName: string }[]
  proofs: readonly { id: number; fileName: string }[]
  bank: SupplierBank
}

/** The documents beside a draft's form, and the tab that the address asks for. */
export async function papersOf(
  { read, services }: Guarded,
  request: Request,
  { draft, eInvoice, file, attachments, proofs, bank }: OfDraft,
) {
  const client = clientOf(draft)
  const tab = new URL(request.url).searchParams.get('doc') ?? 'invoice'
  return {
    ...{ draftId: draft.id, tab, file },
    matrix:
      client === null
        ? null
        : {
            clientName: await entityName(read, client),
            clientId: client,
            day: draft.invoiceDate ?? dayIn(services.clock(), services.settings.timeZone),
          },
    attachments: attachments.map(({ id, fileName }) => ({ id, fileName })),
    proofs: proofs.map(({ id, fileName }) => ({ id, fileName })),
    bank: draft.isSupplierFund ? undefined : tab === 'ssi' ? bank : null,
    hasEInvoice: eInvoice !== null,
  }
}
