import { DELETE_TITLE, deleteBudget } from '~/domain/budgets/delete-budget.server'
import type { Call } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { idOf } from '~/http/calls/values'
import type { RouteArgs } from '~/http/guard'
import { type Body, seenRevision } from '../drafts/draft-body'

/**
 * A call that deletes a budget; answers which one is gone.
 * @param named the id of the budget that the caller names, and what else they sent
 */
export function deleteCall(named: (args: RouteArgs) => Promise<{ id: number; body: Body }>): Call {
  return {
    may: ['budgets', 'delete'],
    title: DELETE_TITLE,
    async answer(guarded, args) {
      const { actor, transaction, services } = guarded
      const { id, body } = await named(args)
      const deletion = {
        budgetId: id,
        revision: seenRevision(args.request, body),
        idempotencyKey: callKey(guarded, args.request),
      }
      await transaction((tx) => deleteBudget(tx, actor, deletion, services.clock()))
      return { id }
    },
  }
}

/** The budget that the address names. */
export const inPath = async ({ params }: RouteArgs) => ({ id: idOf(params.budgetId, 'budget'), body: {} })
