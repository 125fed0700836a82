import type { Transaction } from 'db/database'
import { costLine } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { LARGEST_INTEGER } from '~/platform/values/stored-integer'
import { once } from '~/platform/workflow/once.server'
import { noSuchLine } from './save-cost-line.server'
import { writeCostLines } from './write-cost-lines.server'

export interface CostLineDeletion {
  id: number
  /** The draft's revision that the form showed; null when the caller did not say. */
  revision: number | null
  idempotencyKey: string | null
}

/**
 * Deletes a cost line, once for its key; the draft's totals become the sums of the lines that are left. After the last
 * one they are what was entered before the first, and can be entered again.
 * @throws DomainError not-found; forbidden where the draft is; conflict when somebody else changed the draft since
 */
export function deleteCostLine(
  tx: Transaction,
  actor: Actor,
  { id, revision, idempotencyKey }: CostLineDeletion,
  now: Date,
): Promise<{ draftId: number; revision: number }> {
  const drop = async () => {
    const [line] =
      id > LARGEST_INTEGER
        ? []
        : await tx.select({ draftId: costLine.draftId }).from(costLine).where(eq(costLine.id, id))
    if (!line) throw noSuchLine('Delete Error')
    const { draftId } = line
    const next = await writeCostLines(tx, actor, { draftId, revision, now }, async () => {
      const gone = await tx.delete(costLine).where(eq(costLine.id, id)).returning({ id: costLine.id })
      // Somebody deleted it while this waited for the draft.
      if (gone.length === 0) throw noSuchLine('Delete Error')
      return true
    })
    return { draftId, revision: next }
  }
  if (idempotencyKey === null) return drop()
  return once(tx, { key: idempotencyKey, userId: actor.id, action: `delete cost line ${id}`, now }, drop)
}
