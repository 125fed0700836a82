import { z } from 'zod'
import { kpiComments } from '~/domain/kpi/kpi-comments.server'
import { saveKpiComment } from '~/domain/kpi/save-kpi-comment.server'
import { readBody } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { idValue, numberValue, textValue } from '~/http/calls/values'
import { objectFor } from '../object-kind'

const Comment = z.object({
  objectId: idValue,
  kpiMethodId: numberValue,
  kpiCommentId: numberValue,
  kpiCommentLog: textValue.nullish(),
  /** `current_comment` as it was read, null where there was none: then a comment that came since is not overwritten. */
  seen: z.object({ comment_id: numberValue, comment_log: textValue }).nullish(),
})

/** POST kpi/reportdata/comments: saves the comment on one KPI; answers all of the object. */
export const loader = calls({
  POST: {
    may: 'any user',
    title: 'Kpi Comment',
    async answer(guarded, { request }) {
      const { actor, read, transaction, services } = guarded
      const { kpiCommentLog, ...comment } = await readBody(request, Comment)
      await objectFor(read, actor, comment.objectId, 'update')
      const input = {
        ...comment,
        kpiCommentLog: kpiCommentLog ?? '',
        idempotencyKey: callKey(guarded, request),
      }
      return transaction(async (tx) => {
        await saveKpiComment(tx, actor, input, services.clock())
        return kpiComments(tx, comment.objectId)
      })
    },
  },
})
export const action = loader
