import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { invoiceFacts } from './read-invoice.server'
import { invoiceTable } from './routes/invoice-table'

export const invoiceExports: ExportTable = {
  /** invoice_workflow.xlsx, .csv or .pdf: the history of one invoice. */
  'invoices/:invoiceId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'transactiondashboard')
    const { read, services } = guarded
    const file = fileInPath(args.params.file, ['invoice_workflow'])
    const { id } = await invoiceFacts(read, idInPath(args.params.invoiceId))
    const [{ round }, history] = await Promise.all([instanceById(read, id), historyOf(read, id)])
    return gridFile(guarded, args.request, file, {
      title: `Workflow of invoice ${id}`,
      ...eventTable(history, services.settings.timeZone, round),
    })
  }),
  /** invoices.xlsx, .csv or .pdf: all invoices that the log's address selects. */
  'invoices/export/:file': listFile('transactiondashboard', 'invoices', 'Invoices', invoiceTable),
}
