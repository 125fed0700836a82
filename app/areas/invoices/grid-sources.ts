import { documentsOf } from '~/areas/documents/documents-of.server'
import { idInPath } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { readEventTable } from '~/platform/grids/event-table'
import { type ExportTable, listFile, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { LOG_DECLARED, type LoggedInvoice } from './fields.server'
import { type ExpandedInvoiceTab, INVOICE_GRID, logColumns } from './list'
import { invoiceLog } from './list.server'
import { invoiceFacts } from './read-invoice.server'
import { invoiceStatuses } from './statuses.server'

/** All invoices, for the list and its files. */
export function invoiceTable(guarded: Guarded): GridSource<LoggedInvoice> {
  return {
    columns: logColumns(LOG_DECLARED),
    declared: LOG_DECLARED,
    options: INVOICE_GRID,
    list: invoiceLog(guarded),
    choices: async () => ({ event_status: await invoiceStatuses(guarded) }),
  }
}

/** The content below an expanded invoice: only that of its open tab. */
export async function expandedInvoice({ read }: Guarded, invoiceId: number, tab: ExpandedInvoiceTab) {
  const object = { objectKind: 'invoice', objectId: invoiceId }
  const [{ round }, events, documents] = await Promise.all([
    instanceById(read, invoiceId),
    tab === 'audit' ? historyOf(read, invoiceId) : [],
    tab === 'documents' ? documentsOf(read, object) : [],
  ])
  return { invoiceId, tab, round, events, documents }
}

export const invoiceExports: ExportTable = {
  /** invoice_workflow.xlsx, .csv or .pdf: the history of one invoice. */
  'invoices/:invoiceId/export/:file': titledFile(
    'transactiondashboard',
    'invoice_workflow',
    async (guarded, { params }) => {
      const { id } = await invoiceFacts(guarded.read, idInPath(params.invoiceId))
      return { title: `Workflow of invoice ${id}`, ...(await readEventTable(guarded, id)) }
    },
  ),
  /** invoices.xlsx, .csv or .pdf: all invoices that the log's address selects. */
  'invoices/export/:file': listFile('transactiondashboard', 'invoices', 'Invoices', invoiceTable),
}
