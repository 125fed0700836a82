import { INVOICE_GRID, invoiceColumns } from '~/components/invoices/invoice-columns'
import { invoiceList } from '~/domain/invoices/invoice-list.server'
import type { InvoiceRow } from '~/domain/invoices/invoice-row'
import { statusesOf } from '~/domain/workflow/statuses-of.server'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

/** All invoices: what the list shows and its files hold. */
export function invoiceTable({ read, services }: Pick<Guarded, 'read' | 'services'>): GridSource<InvoiceRow> {
  const { timeZone } = services.settings
  return {
    columns: invoiceColumns(timeZone),
    options: INVOICE_GRID,
    list: invoiceList(read, timeZone),
    choices: async () => ({ event_status: await statusesOf(read, ['invoice']) }),
  }
}
