import { z } from 'zod'
import { budgetById } from '~/areas/budgets/budget-by-id.server'
import { invoicesOfBudget } from '~/areas/budgets/invoices-of-budget.server'
import { transactionColumns } from '~/areas/budgets/transaction-columns'
import { INVOICE_GRID } from '~/areas/invoices/list'
import { transactionRows } from '~/areas/invoices/transaction-rows.server'
import { aDay, anAmount, anId, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { callQuery, listAnswer, listColumns } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { aTransaction } from '../invoices/transaction-shape'

const aCountedTransaction = z
  .object({
    ...aTransaction.shape,
    transaction_draft_id: anId.nullable().describe('As draft_transaction_id (sub-grid form).'),
    counted_amount: anAmount
      .nullable()
      .describe('What the budget counts of it; null without an exchange rate.'),
    counted_currency: aText.describe('The currency of the budget.'),
    rate: anAmount
      .nullable()
      .describe("The budget's currency for one of the invoice's; null in one currency."),
    rate_date: aDay.nullable(),
  })
  .meta({ id: 'CountedTransaction' })

/**
 * GET transactions/budget/{id}: the invoices that a budget has consumed, filtered and sorted like the Invoice Log, each
 * with what it counts: counted_amount in counted_currency, at `rate` of rate_date.
 */
export const loader = calls({
  GET: {
    may: [['budgets', 'transactiondashboard']],
    tells:
      'The invoices that a budget has consumed, each with what it counts, filtered and sorted like the Invoice Log.',
    list: listColumns(transactionColumns('UTC', { currency: 'EUR', amount_type: 'gross' })),
    answers: { 200: z.array(aCountedTransaction) },
    async answer({ read, services }, { request, params }) {
      const budget = await budgetById(read, idOf(params.budgetId, 'budget'))
      const { timeZone } = services.settings
      const fields = transactionColumns(timeZone, budget)
      const query = callQuery(request, fields, INVOICE_GRID)
      const { rows, total } = await invoicesOfBudget(read, budget, timeZone).page(query)
      const found = await transactionRows(read, rows)
      const told = found.map((row) => ({ ...row, transaction_draft_id: row.draft_transaction_id }))
      return listAnswer(request, query, { rows: told, total })
    },
  },
})
export const action = loader
