import { z } from 'zod'
import { invoiceList } from '~/areas/invoices/invoice-list.server'
import { INVOICE_GRID, invoiceColumns } from '~/areas/invoices/list'
import { transactionRows } from '~/areas/invoices/transaction-rows.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer, listColumns } from '~/http/calls/list'
import { aTransaction } from './transaction-shape'

const columns = (timeZone: string) => [...invoiceColumns(timeZone), ...fieldsOf({ id: 'number' })]

/** GET transactions: the invoices, in the order of the Invoice Log, filtered and sorted like its grid. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    tells: 'The invoices, in the order of the Invoice Log, filtered and sorted like its grid.',
    list: listColumns(columns('UTC')),
    answers: { 200: z.array(aTransaction) },
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const query = callQuery(request, columns(timeZone), INVOICE_GRID)
      const { rows, total } = await invoiceList(read, timeZone).page(query)
      return listAnswer(request, query, { rows: await transactionRows(read, rows), total })
    },
  },
})
export const action = loader
