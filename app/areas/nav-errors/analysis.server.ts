import { navError } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { isDocumentOf } from './case-documents.server'
import { changeCase } from './change-case.server'
import { needsAnalysis } from './higher-threshold.server'

export interface ThresholdAnalysis {
  /** A document of the case. */
  documentId: number
  toldOn: Day
  comment: string
}

const TITLE = 'The analysis was not stored'

/**
 * Names the document that justifies the higher threshold of a reserved fund, and the day on which investors were told.
 * @throws DomainError invalid, with a sentence for each field
 */
export function nameAnalysis(
  context: UserWriteContext,
  id: number,
  { documentId, toldOn, comment }: ThresholdAnalysis,
): Promise<void> {
  const { tx } = context
  const name = () =>
    changeCase(context, id, comment, async (found) => {
      if (!(await needsAnalysis(tx, found)))
        throw new DomainError(
          'invalid',
          `The threshold of ${found.fundCode} is not above that of its type: it needs no analysis.`,
          { title: TITLE },
        )
      const fields: Record<string, string> = {}
      if (!(await isDocumentOf(tx, id, documentId)))
        fields.documentId = `Document ${documentId} is not one of this case. Add it to the case first.`
      if (toldOn > found.firstDate)
        fields.toldOn = `${showDay(toldOn)} is after the first wrong NAV date: the higher threshold does not apply to it. Enter the day on which investors were told.`
      if (Object.keys(fields).length > 0)
        throw new DomainError('invalid', Object.values(fields).join(' '), { title: TITLE, fields })
      await tx
        .update(navError)
        .set({ analysisDocumentId: documentId, investorsToldOn: toldOn })
        .where(eq(navError.id, id))
      return {
        name: 'name analysis',
        log: `Analysis of the threshold: document ${documentId}; investors were told on ${showDay(toldOn)}`,
        data: { documentId, toldOn },
      }
    })
  return withIdempotencyKey(context, `analysis of NAV error ${id} ${documentId} ${toldOn}`, name)
}
