import { kpiComments } from '~/domain/kpi/kpi-comments.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { objectFor } from '../object-kind'

/** GET kpi/reportdata/comments/{objectId}: what may be said of each KPI, and what is said. */
export const loader = calls({
  GET: {
    may: 'any user',
    title: 'Kpi Comment',
    async answer({ actor, read }, { params }) {
      const { objectId } = await objectFor(read, actor, idOf(params.objectId, 'object'))
      return kpiComments(read, objectId)
    },
  },
})
export const action = loader
