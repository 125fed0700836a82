import { z } from 'zod'
import { aBoolean, aDay, aNumber, anId, aText } from '~/http/calls/answers'

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
    standing: z
      .object({
        outcome: z.enum(['met', 'missed', 'open', 'unmeasured', 'counted']),
        due: aDay.nullable(),
        done: aDay.nullable(),
        times: aNumber.nullable().describe('Submits, or reopenings.'),
      })
      .nullable()
      .describe('How a NAV stands by the method; null for other objects, and for a cancelled NAV.'),
  })
  .meta({ id: 'KpiComment' })
