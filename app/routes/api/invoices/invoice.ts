import { transactionById } from '~/domain/invoices/transaction-by-id.server'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'

/** GET transactions/{id}: one invoice. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    answer: ({ read }, { params }) => transactionById(read, idOf(params.invoiceId, 'invoice')),
  },
})
export const action = loader
