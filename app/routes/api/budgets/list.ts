import { z } from 'zod'
import { BUDGET_COLUMNS } from '~/areas/budgets/budget-columns'
import { budgetList } from '~/areas/budgets/budget-list.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { aBudget } from './budget-shape'

/** GET budgets: all budgets, the last begun first, filtered and sorted like their grid. */
export const loader = calls({
  GET: {
    may: ['budgets'],
    tells: 'All budgets, the last begun first, filtered and sorted like their grid.',
    list: BUDGET_COLUMNS,
    answers: { 200: z.array(aBudget) },
    async answer({ read, services }, { request }) {
      const query = callQuery(request, fieldsOf(BUDGET_COLUMNS), {
        defaultSort: [{ column: 'from_date', descending: true }],
      })
      return listAnswer(request, query, await budgetList(read, services.settings.timeZone).page(query))
    },
  },
})
export const action = loader
