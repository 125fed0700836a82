import { INVOICE_GRID, invoiceColumns } from '~/components/invoices/invoice-columns'
import { invoiceList } from '~/domain/invoices/invoice-list.server'
import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'

/** invoices.xlsx, .csv or .pdf: all invoices that the log's address asks for. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const file = fileInPath(args.params.file, ['invoices'])
  const { timeZone } = guarded.services.settings
  return gridFile(guarded, args.request, file, {
    title: 'Invoices',
    columns: invoiceColumns(timeZone),
    options: INVOICE_GRID,
    list: invoiceList(guarded.read, timeZone),
  })
})
