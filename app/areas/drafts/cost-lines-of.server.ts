import type { Read } from 'db/database'
import { costLine } from 'db/schema/drafts'
import { asc, eq } from 'drizzle-orm'
import type { CostLine } from './draft'

/** How a draft is divided, in the order in which the lines were added. */
export async function costLinesOf(read: Read, draftId: number): Promise<CostLine[]> {
  return read
    .select({
      id: costLine.id,
      transactionDraftId: costLine.draftId,
      feesType: costLine.feesType,
      grossAmount: costLine.grossAmount,
      taxes: costLine.taxes,
      netAmount: costLine.netAmount,
      comment: costLine.comment,
    })
    .from(costLine)
    .where(eq(costLine.draftId, draftId))
    .orderBy(asc(costLine.id))
}
