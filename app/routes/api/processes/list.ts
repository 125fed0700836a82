import { PROCESS_COLUMNS, PROCESS_ORDER } from '~/domain/processes/process-columns'
import { processList } from '~/domain/processes/process-list.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { readerOf } from '../../processes/process-source'

/** GET dashboard/processes: all process dates, what is due first, filtered and sorted like their grid. */
export const loader = calls({
  GET: {
    may: ['processdashboard'],
    async answer(guarded, { request }) {
      const query = callQuery(request, fieldsOf(PROCESS_COLUMNS), { defaultSort: PROCESS_ORDER })
      const list = processList(guarded.read, readerOf(guarded))
      return listAnswer(request, query, await list.page(query))
    },
  },
})
export const action = loader
