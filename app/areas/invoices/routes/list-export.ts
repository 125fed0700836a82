import { listFile } from '~/platform/grids/export-file'
import { invoiceTable } from './invoice-table'

/** invoices.xlsx, .csv or .pdf: all invoices that the log's address asks for. */
export const loader = listFile('transactiondashboard', 'invoices', 'Invoices', invoiceTable)
