import { budgetRows } from '~/domain/budgets/budget-list.server'
import { saveBudget } from '~/domain/budgets/save-budget.server'
import { budgetFieldsGiven } from '~/http/budget-forms'
import { jsonAnswer } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { optionalIdIn, readDraftBody, seenRevision } from '../drafts/draft-body'

/** POST budget: makes a budget (201), or changes the fields that are sent of the one that `id` names; answers its row. */
export const loader = calls({
  POST: {
    may: ['budgets', 'add', 'update'],
    async answer(guarded, { request }) {
      const { actor, transaction, services } = guarded
      const body = await readDraftBody(request)
      const change = {
        budgetId: optionalIdIn(body, 'id'),
        revision: seenRevision(request, body),
        ...budgetFieldsGiven(body),
        idempotencyKey: callKey(guarded, request),
      }
      return transaction(async (tx) => {
        const { budgetId } = await saveBudget(tx, actor, change, services.clock(), services.settings.timeZone)
        const [row] = await budgetRows(tx, [budgetId])
        return jsonAnswer(row, change.budgetId === null ? 201 : 200)
      })
    },
  },
})
export const action = loader
