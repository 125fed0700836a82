import { z } from 'zod'
import { kpiComments } from '~/areas/kpi/kpi-comments.server'
import { kpiNow } from '~/areas/kpi/routes/kpi-table'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { objectFor } from '../object-kind'
import { aKpiComment } from './kpi-shape'

const COLUMNS: RowColumns<z.output<typeof aKpiComment>> = {
  method_id: { kind: 'number', value: ({ method_id }) => String(method_id) },
  method_name: { kind: 'text', value: ({ method_name }) => method_name },
}

/** GET kpi/reportdata/comments/{objectId}: what may be said of each KPI, and what is said. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'What may be said of each KPI of an object, what is said, and how a NAV stands by it.',
    title: 'Kpi Comment',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aKpiComment) },
    async answer({ actor, read, services }, args) {
      const { objectId } = await objectFor(read, actor, idOf(args.params.objectId, 'object'))
      return rowsAnswer(args, await kpiComments(read, objectId, kpiNow(services)), COLUMNS)
    },
  },
})
export const action = loader
