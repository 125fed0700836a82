import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { statusesOf } from '~/platform/workflow/statuses-of.server'
import { invoiceList } from '../invoice-list.server'
import type { InvoiceRow } from '../invoice-row'
import { INVOICE_GRID, invoiceColumns } from '../list'

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
