import { isAllowed } from '~/areas/access/actor'
import { paidAccount } from '~/areas/bank-accounts/paid-account.server'
import { transactionById } from '~/areas/invoices/transaction-by-id.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { aTransactionDetail } from './transaction-shape'

/** GET transactions/{id}: one invoice. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    tells: 'One invoice; its references are ids.',
    answers: { 200: aTransactionDetail },
    async answer({ actor, read }, { params }) {
      const found = await transactionById(read, idOf(params.invoiceId, 'invoice'))
      const payee = found.invoicedLegalEntity ?? found.invoicedFundLegalEntity
      const may = isAllowed(actor, 'bankaccounts') || actor.queues.includes('PAYMENT')
      const paid = may && payee !== null ? await paidAccount(read, payee, found.currency) : null
      return { ...found, accountHash: paid?.hash ?? null }
    },
  },
})
export const action = loader
