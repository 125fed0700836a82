import { navError } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { noteInCase } from './change-case.server'

export interface Measures {
  taken: string
  planned: string
}

/**
 * States what was done so that the error does not happen again, and what will be. The papers of the case say it; its
 * figures, and so its approval, stay as they are.
 */
export function stateMeasures(context: UserWriteContext, id: number, given: Measures): Promise<void> {
  const { tx } = context
  const measures = { taken: given.taken.trim(), planned: given.planned.trim() }
  const state = () =>
    noteInCase(context, id, async () => {
      await tx
        .update(navError)
        .set({ measuresTaken: measures.taken, measuresPlanned: measures.planned })
        .where(eq(navError.id, id))
      return {
        name: 'state measures',
        log: [
          measures.taken && `Measures taken: ${measures.taken}`,
          measures.planned && `Measures planned: ${measures.planned}`,
        ]
          .filter((each) => each !== '')
          .join('\n'),
        data: { ...measures },
      }
    })
  return withIdempotencyKey(context, `measures of NAV error ${id} ${sha256(canonicalJson(measures))}`, state)
}
