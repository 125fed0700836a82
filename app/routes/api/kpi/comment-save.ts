import { z } from 'zod'
import { kpiComments, saveKpiComment } from '~/domain/kpi/kpi-comments.server'
import { readBody } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { idValue, numberValue, textValue } from '~/http/calls/values'
import { objectFor } from '../object-kind'

const Comment = z.object({
  objectId: idValue,
  kpiMethodId: numberValue,
  kpiCommentId: numberValue,
  kpiCommentLog: textValue.nullish(),
})

/** POST kpi/reportdata/comments: saves the comment on one KPI; answers all of the object. */
export const loader = calls({
  POST: {
    may: 'any user',
    title: 'Kpi Comment',
    async answer({ actor, read, transaction, services }, { request }) {
      const { kpiCommentLog, ...comment } = await readBody(request, Comment)
      await objectFor(read, actor, comment.objectId, 'update')
      const input = { ...comment, kpiCommentLog: kpiCommentLog ?? '' }
      return transaction(async (tx) => {
        await saveKpiComment(tx, actor, input, services.clock())
        return kpiComments(tx, comment.objectId)
      })
    },
  },
})
export const action = loader
