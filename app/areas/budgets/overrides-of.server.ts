import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { budgetOverride } from 'db/schema/budgets'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/full-name.server'
import { draftMarks } from '~/areas/drafts/draft-marks.server'
import type { Decimal } from '~/platform/values/decimal'

export interface StoredOverride {
  budgetId: number
  by: string
  at: Date
  comment: string
  /** In `currency`. */
  counted: Decimal
  excess: Decimal
  /** How the budget counted then, by the event of the draft's chain; null without such an event. */
  currency: string | null
  amountType: string | null
  /** False when who gave it edited or sent the draft, before or since. */
  byAnother: boolean
}

/** The newest override of a draft for each budget, by the budget's id. */
export async function overridesOf(read: Read, draftId: number): Promise<Map<number, StoredOverride>> {
  const of = budgetOverride
  const told = (key: string) => sql<string | null>`${workflowEvent.data} ->> ${key}`
  const rows = await read
    .select({
      budgetId: of.budgetId,
      userId: of.createdBy,
      by: fullName,
      at: of.creationDate,
      comment: of.comment,
      counted: of.counted,
      excess: of.excess,
      currency: told('currency'),
      amountType: told('amountType'),
    })
    .from(of)
    .innerJoin(appUser, eq(appUser.id, of.createdBy))
    .leftJoin(
      workflowEvent,
      and(
        eq(workflowEvent.objectId, of.draftId),
        eq(workflowEvent.name, 'override budget'),
        eq(told('override'), sql`${of.id}::text`),
      ),
    )
    .where(eq(of.draftId, draftId))
    .orderBy(desc(of.id))
  const newest = new Map<number, StoredOverride>()
  if (rows.length === 0) return newest
  const { editor, sender } = await draftMarks(read, { objectId: draftId })
  for (const { userId, by, ...row } of rows) {
    if (newest.has(row.budgetId)) continue
    const byAnother = !editor?.has(userId) && !sender?.has(userId)
    newest.set(row.budgetId, { ...row, by: by ?? 'Somebody', byAnother })
  }
  return newest
}
