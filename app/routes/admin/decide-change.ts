import { z } from 'zod'
import type { Actor } from '~/domain/access/actor'
import {
  approvePendingChange,
  refusePendingChange,
  whyNotDecide,
} from '~/domain/access/pending-change-decide.server'
import type { PendingChange } from '~/domain/access/pending-changes.server'
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
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { id, decision } = parseFields(typed, Decision)
    const decide = decision === 'approve' ? approvePendingChange : refusePendingChange
    await transaction((tx) => decide(tx, id, actor, services.clock()))
    const line = `Change ${id} ${decision}d`
    return redirectWithStatus(guarded, `${path}${sameSearch(args.request)}`, line)
  })
}

/** Why this person cannot decide which of the changes, by id. */
export function undecidable(changes: readonly PendingChange[], actor: Actor): Record<number, string> {
  return Object.fromEntries(
    changes.flatMap((change) => {
      const why = whyNotDecide(change, actor)
      if (why === null) return []
      return [[change.id, change.requestedBy === actor.id ? 'Needs another person' : why]]
    }),
  )
}
