import { z } from 'zod'
import { kpiComments } from '~/areas/kpi/kpi-comments.server'
import { kpiNow } from '~/areas/kpi/routes/kpi-table'
import { saveKpiComment } from '~/areas/kpi/save-kpi-comment.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takes } from '~/http/calls/takes'
import { idValue, numberValue, textValue } from '~/http/calls/values'
import { objectFor } from '../object-kind'
import { aKpiComment } from './kpi-shape'

const Comment = z.object({
  objectId: idValue,
  kpiMethodId: numberValue,
  kpiCommentId: numberValue,
  kpiCommentLog: textValue.nullish(),
  seen: z
    .object({ comment_id: numberValue, comment_log: textValue })
    .nullish()
    .describe(
      'The `current_comment` as it was read, null where there was none: then one that came since is not overwritten.',
    ),
})

/** POST kpi/reportdata/comments: saves the comment on one KPI; answers all of the object. */
export const loader = calls({
  POST: {
    may: 'any user',
    tells: 'Saves the comment on one KPI of an object; answers all of the object.',
    title: 'Kpi Comment',
    answers: { 200: z.array(aKpiComment) },
    ...takes(Comment, async (guarded, { request }, { kpiCommentLog, ...comment }) => {
      const { actor, read, transaction, services } = guarded
      await objectFor(read, actor, comment.objectId, 'update')
      const input = {
        ...comment,
        kpiCommentLog: kpiCommentLog ?? '',
        idempotencyKey: callKey(guarded, request),
      }
      return transaction(async (tx) => {
        await saveKpiComment(tx, actor, input, services.clock())
        return kpiComments(tx, comment.objectId, kpiNow(services))
      })
    }),
  },
})
export const action = loader
