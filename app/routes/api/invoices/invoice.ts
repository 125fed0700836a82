import { transactionById } from '~/domain/invoices/transaction-by-id.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'

/** GET transactions/{id}: one invoice. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    answer: ({ read }, { params }) => transactionById(read, idOf(params.invoiceId, 'invoice')),
  },
})
export const action = loader
