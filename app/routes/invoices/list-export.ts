import { INVOICE_GRID, invoiceColumns } from '~/components/invoices/invoice-columns'
import { invoiceList } from '~/domain/invoices/invoice-list.server'
import { listFile } from '~/http/list-file'

/** invoices.xlsx, .csv or .pdf: all invoices that the log's address asks for. */
export const loader = listFile('transactiondashboard', 'invoices', 'Invoices', ({ read, services }) => {
  const { timeZone } = services.settings
  return { columns: invoiceColumns(timeZone), options: INVOICE_GRID, list: invoiceList(read, timeZone) }
})
