import { z } from 'zod'
import { approvePendingChange, refusePendingChange } from '~/domain/access/pending-change-decide.server'
import { parseFields } from '~/http/form'
import { formNumber } from '~/http/form-values'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'

const Decision = z.object({
  id: formNumber(),
  decision: z.enum(['approve', 'refuse']),
})

/** Approves or refuses the change that was posted, and goes back to the list at this path. */
export function decideChange(guarded: Guarded, args: RouteArgs, path: string) {
  return formAnswer(args, (typed) => decideTyped(guarded, args, typed, path))
}

/** The same for a page that has other forms besides. */
export async function decideTyped(
  guarded: Guarded,
  { request }: RouteArgs,
  typed: Record<string, string>,
  path: string,
): Promise<Response> {
  const { actor, transaction, services } = guarded
  const { id, decision } = parseFields(typed, Decision)
  const decide = decision === 'approve' ? approvePendingChange : refusePendingChange
  await transaction((tx) => decide(tx, id, actor, services.clock()))
  return redirectWithStatus(guarded, `${path}${sameSearch(request)}`, `Change ${id} ${decision}d`)
}
