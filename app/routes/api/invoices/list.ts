import { INVOICE_GRID, invoiceColumns } from '~/components/invoices/invoice-columns'
import { invoiceList } from '~/domain/invoices/invoice-list.server'
import { transactionRows } from '~/domain/invoices/transaction-rows.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'

/** GET transactions: the invoices, in the order of the Invoice Log, filtered and sorted like its grid. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const fields = [...invoiceColumns(timeZone), ...fieldsOf({ id: 'number' })]
      const query = callQuery(request, fields, INVOICE_GRID)
      const { rows, total } = await invoiceList(read, timeZone).page(query)
      return listAnswer(request, query, { rows: await transactionRows(read, rows), total })
    },
  },
})
export const action = loader
