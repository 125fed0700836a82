import { z } from 'zod'
import { aNumber, anAmount, anId, aText } from '~/http/calls/answers'

/** Cost allocation line of the specification, section 3. */
export const aCostLine = z
  .object({
    id: anId,
    transactionDraftId: anId,
    feesType: aText.describe('Code of the mapping FEES_TYPE.'),
    grossAmount: anAmount,
    taxes: anAmount,
    netAmount: anAmount.describe('Gross less taxes.'),
    comment: aText,
  })
  .meta({ id: 'CostLine' })

/** The revision that the draft has now: its totals are the sums of its lines. */
export const draftRevision = aNumber.describe('The revision that the draft has now.')
