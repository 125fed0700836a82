import { z } from 'zod'
import { PROCESS_COLUMNS, PROCESS_ORDER } from '~/areas/processes/process-columns'
import { processList } from '~/areas/processes/process-list.server'
import { readerOf } from '~/areas/processes/routes/process-source'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { aProcess } from './process-shape'

/** GET dashboard/processes: all process dates, what is due first, filtered and sorted like their grid. */
export const loader = calls({
  GET: {
    may: ['processdashboard'],
    tells: 'All process dates, what is due first, filtered and sorted like their grid.',
    list: PROCESS_COLUMNS,
    answers: { 200: z.array(aProcess) },
    async answer(guarded, { request }) {
      const query = callQuery(request, fieldsOf(PROCESS_COLUMNS), { defaultSort: PROCESS_ORDER })
      const list = processList(guarded.read, readerOf(guarded))
      return listAnswer(request, query, await list.page(query))
    },
  },
})
export const action = loader
