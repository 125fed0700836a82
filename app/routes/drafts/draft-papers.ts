import type { SupplierBank } from '~/components/drafts/ssi'
import type { Draft } from '~/domain/drafts/draft'
import { clientOf } from '~/domain/drafts/draft-choices.server'
import type { StoredEInvoice } from '~/domain/drafts/draft-einvoice.server'
import { entityName } from '~/domain/signatures/entity-name.server'
import { dayIn } from '~/domain/values/day'
import type { Guarded } from '~/http/guard'

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
