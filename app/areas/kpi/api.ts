import { z } from 'zod'
import { objectFor } from '~/areas/documents/documents-of.server'
import { aBoolean, aDay, aNumber, anId, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, idValue, numberValue, textValue } from '~/http/calls/values'
import { fieldsOf } from '~/ui/grid/columns'
import { kpiComments, saveKpiComment } from './kpi-comments.server'

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
      .describe('The result of a NAV for the method; null for other objects, and for a cancelled NAV.'),
  })
  .meta({ id: 'KpiComment' })

const Comment = z.object({
  objectId: idValue,
  kpiMethodId: numberValue,
  kpiCommentId: numberValue,
  kpiCommentLog: textValue.nullish(),
  seen: z
    .object({ comment_id: numberValue, comment_log: textValue })
    .nullish()
    .describe(
      'The `current_comment` as it was read, null if there was none: a newer comment is then not overwritten.',
    ),
})

const COLUMNS = fieldsOf({ method_id: 'number', method_name: 'text' })

export const kpiCalls: EndpointTable = {
  about: 'kpi',
  calls: {
    'kpi/reportdata/comments': {
      POST: {
        may: 'any user',
        summary: 'Saves the comment on one KPI of an object; answers all KPIs of the object.',
        title: 'Kpi Comment',
        answers: { 200: z.array(aKpiComment) },
        ...takes(Comment, async (guarded, _, { kpiCommentLog, ...comment }) => {
          await objectFor(guarded, comment.objectId, 'update')
          const input = {
            ...comment,
            kpiCommentLog: kpiCommentLog ?? '',
          }
          return guarded.transaction(async (context) => {
            await saveKpiComment(context, input)
            return kpiComments(context, comment.objectId)
          })
        }),
      },
    },
    'kpi/reportdata/comments/:objectId': {
      GET: {
        may: 'any user',
        summary:
          'The comments to choose from for each KPI of an object, the current comment, and the result of a NAV.',
        title: 'Kpi Comment',
        list: kindsOf(COLUMNS),
        answers: { 200: z.array(aKpiComment) },
        async answer(guarded, args) {
          const { objectId } = await objectFor(guarded, idOf(args.params.objectId, 'object'))
          return rowsAnswer(args, await kpiComments(guarded, objectId), COLUMNS)
        },
      },
    },
  },
}
