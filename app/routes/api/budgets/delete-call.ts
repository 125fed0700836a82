import { z } from 'zod'
import { DELETE_TITLE, deleteBudget } from '~/areas/budgets/delete-budget.server'
import { anId } from '~/http/calls/answers'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { seenRevision } from '~/http/calls/seen-revision'
import type { Guarded, RouteArgs } from '~/http/guard'

/** What every call that deletes a budget tells of itself. */
export const deleteCall = {
  may: ['budgets', 'delete'],
  title: DELETE_TITLE,
  tells: 'Deletes a budget that was never in force; answers which one is gone.',
  answers: { 200: z.object({ id: anId }) },
  ifMatch: true,
} as const satisfies Partial<Call>

/** Deletes a budget, and answers which one is gone. */
export async function deleted(
  guarded: Guarded,
  { request }: RouteArgs,
  { budgetId, revision }: { budgetId: number; revision?: number | null },
) {
  const { actor, transaction, services } = guarded
  const deletion = {
    budgetId,
    revision: seenRevision(request, revision),
    idempotencyKey: callKey(guarded, request),
  }
  await transaction((tx) => deleteBudget(tx, actor, deletion, services.clock()))
  return { id: budgetId }
}
