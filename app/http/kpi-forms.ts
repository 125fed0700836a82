import { z } from 'zod'
import { formNumber } from './form-values'

/** The form of a KPI comment, of whatever object it is. */
export const KpiFields = z.object({
  kpiMethodId: formNumber(),
  kpiCommentId: formNumber('Choose a comment.'),
  kpiCommentLog: z.string().max(4000, 'At most 4,000 characters.').default(''),
})
