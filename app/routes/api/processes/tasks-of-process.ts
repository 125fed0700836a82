import { processById } from '~/domain/processes/process-by-id.server'
import { TASK_COLUMNS } from '~/domain/processes/task-columns'
import { tasksOf } from '~/domain/processes/tasks-of.server'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { readerOf } from '../../processes/process-source'
import { rowsAnswer } from '../call-list'

/** GET dashboard/tasks/{entityProcessDateId}: the tasks of a process date in their order. */
export const loader = calls({
  GET: {
    may: ['processdashboard'],
    async answer(guarded, args) {
      const id = idOf(args.params.entityProcessDateId, 'process')
      await processById(guarded.read, id, readerOf(guarded))
      return rowsAnswer(args, await tasksOf(guarded.read, id), TASK_COLUMNS)
    },
  },
})
export const action = loader
