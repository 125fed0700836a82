import { BudgetKeyFields } from '~/areas/budgets/forms'
import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import { DomainError } from '~/platform/values/domain-error'
import { deleteCall, deleted } from './delete-call'

/** POST budget/delete with the key, or with the row that has it as `key` or `id`: deletes a budget that was never in force. */
export const loader = calls({
  POST: {
    ...deleteCall,
    ...takes(
      BudgetKeyFields,
      (guarded, args, { key, id, revision }) => {
        const budgetId = key ?? id
        if (budgetId === null)
          throw new DomainError('invalid', 'Say which budget: give its "id", a whole number.', {
            fields: { id: 'Give an id, a whole number.' },
          })
        return deleted(guarded, args, { budgetId, revision })
      },
      { bare: 'key' },
    ),
  },
})
export const action = loader
