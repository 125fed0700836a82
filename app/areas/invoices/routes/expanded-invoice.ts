import { documentsOf } from '~/areas/documents/documents-of.server'
import type { Guarded } from '~/http/guard'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { InvoiceDetailTab } from '../detail-tabs'

/** What stands below an invoice that is expanded: only what its open tab shows. */
export async function expandedInvoice(
  { read }: Pick<Guarded, 'read'>,
  invoiceId: number,
  tab: InvoiceDetailTab,
) {
  const object = { objectKind: 'invoice', objectId: invoiceId }
  const [{ round }, events, documents] = await Promise.all([
    instanceById(read, invoiceId),
    tab === 'audit' ? historyOf(read, invoiceId) : [],
    tab === 'documents' ? documentsOf(read, object) : [],
  ])
  return { invoiceId, tab, round, events, documents }
}
