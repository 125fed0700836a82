import { documentsOf } from '~/areas/documents/documents-of.server'
import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById, statusesOf } from '~/platform/workflow/instance.server'
import type { InvoiceDetailTab } from '../expanded-invoice'
import type { InvoiceRow } from '../invoice'
import { INVOICE_GRID, invoiceColumns } from '../list'
import { invoiceList } from '../list.server'

/** All invoices, for the list and its files. */
export function invoiceTable({ read, services }: Pick<Guarded, 'read' | 'services'>): GridSource<InvoiceRow> {
  const { timeZone } = services.settings
  return {
    columns: invoiceColumns(timeZone),
    options: INVOICE_GRID,
    list: invoiceList(read, timeZone),
    choices: async () => ({ event_status: await statusesOf(read, ['invoice']) }),
  }
}

/** The content below an expanded invoice: only that of its open tab. */
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
