import { transactionColumns } from '~/components/budgets/transaction-columns'
import { INVOICE_GRID } from '~/components/invoices/invoice-columns'
import { budgetById } from '~/domain/budgets/budget-by-id.server'
import { invoicesOfBudget } from '~/domain/budgets/invoices-of-budget.server'
import { transactionRows } from '~/domain/invoices/transaction-rows.server'
import { calls } from '~/http/calls/call'
import { callQuery, listAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'

/**
 * GET transactions/budget/{id}: the invoices that a budget has consumed, filtered and sorted like the Invoice Log, each
 * with what it counts: counted_amount in counted_currency, at `rate` of rate_date.
 */
export const loader = calls({
  GET: {
    may: [['budgets', 'transactiondashboard']],
    async answer({ read, services }, { request, params }) {
      const budget = await budgetById(read, idOf(params.budgetId, 'budget'))
      const { timeZone } = services.settings
      const fields = transactionColumns(timeZone, budget)
      const query = callQuery(request, fields, INVOICE_GRID)
      const { rows, total } = await invoicesOfBudget(read, budget, timeZone).page(query)
      return listAnswer(request, query, { rows: await transactionRows(read, rows), total })
    },
  },
})
export const action = loader
