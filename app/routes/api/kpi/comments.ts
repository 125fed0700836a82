import { z } from 'zod'
import { kpiComments } from '~/domain/kpi/kpi-comments.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { objectFor } from '../object-kind'
import { aKpiComment } from './kpi-shape'

/** GET kpi/reportdata/comments/{objectId}: what may be said of each KPI, and what is said. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'What may be said of each KPI of an object, and what is said.',
    title: 'Kpi Comment',
    answers: { 200: z.array(aKpiComment) },
    async answer({ actor, read }, { params }) {
      const { objectId } = await objectFor(read, actor, idOf(params.objectId, 'object'))
      return kpiComments(read, objectId)
    },
  },
})
export const action = loader
