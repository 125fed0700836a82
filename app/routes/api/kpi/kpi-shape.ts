import { z } from 'zod'
import { aBoolean, anId, aText } from '~/http/calls/answers'

/** KPI comment data of the specification, section 3. */
export const aKpiComment = z
  .object({
    method_id: anId,
    method_name: aText,
    comment_list: z.array(
      z.object({
        comment_id: anId,
        comment_domain: aText,
        comment_value: aText,
        free_comment_required: aBoolean,
      }),
    ),
    current_comment: z.object({ comment_id: anId, comment_log: aText }).nullable(),
  })
  .meta({ id: 'KpiComment' })
