import { transactionById } from '~/domain/invoices/transaction-by-id.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { aTransactionDetail } from './transaction-shape'

/** GET transactions/{id}: one invoice. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    tells: 'One invoice; its references are ids.',
    answers: { 200: aTransactionDetail },
    answer: ({ read }, { params }) => transactionById(read, idOf(params.invoiceId, 'invoice')),
  },
})
export const action = loader
