import { z } from 'zod'
import { formNumber } from '~/http/form'
import type { KpiCommentInput } from './kpi-comments.server'

const MAX_LENGTH = 4000

/** The form of a KPI comment, for any kind of object. */
export const KpiFields = z
  .object({
    kpiMethodId: formNumber(),
    kpiCommentId: formNumber('Choose a comment.'),
    kpiCommentLog: z.string().max(MAX_LENGTH, 'At most 4,000 characters.').default(''),
    /** The comment when the form was shown. */
    seenCommentId: formNumber().optional(),
    seenLog: z.string().default(''),
  })
  .transform(
    ({ seenCommentId, seenLog, ...comment }): Omit<KpiCommentInput, 'objectId'> => ({
      ...comment,
      seen: seenCommentId === undefined ? null : { comment_id: seenCommentId, comment_log: seenLog },
    }),
  )
