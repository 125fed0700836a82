import { budgetRows } from '~/areas/budgets/budget-list.server'
import { BudgetCallFields } from '~/areas/budgets/forms'
import { saveBudget } from '~/areas/budgets/save-budget.server'
import { jsonAnswer } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { seenRevision } from '~/http/calls/seen-revision'
import { takes } from '~/http/calls/takes'
import { aBudget } from './budget-shape'

/** POST budget: makes a budget (201), or changes the fields that are sent of the one that `id` names; answers its row. */
export const loader = calls({
  POST: {
    may: ['budgets', 'add', 'update'],
    tells: 'Makes a budget, or changes the fields that are sent of the one that "id" names; answers its row.',
    answers: { 200: aBudget, 201: aBudget },
    ifMatch: true,
    ...takes(
      BudgetCallFields,
      (guarded, { request }, { id: budgetId, revision, ...fields }) => {
        const { actor, transaction, services } = guarded
        const seen = seenRevision(request, revision)
        const change = { budgetId, revision: seen, fields, idempotencyKey: callKey(guarded, request) }
        return transaction(async (tx) => {
          const { timeZone } = services.settings
          const saved = await saveBudget(tx, actor, change, services.clock(), timeZone)
          const [row] = await budgetRows(tx, [saved.budgetId])
          return jsonAnswer(row, budgetId === null ? 201 : 200)
        })
      },
      { multipart: true },
    ),
  },
})
export const action = loader
