import { z } from 'zod'
import { processById } from '~/areas/processes/process-by-id.server'
import { readerOf } from '~/areas/processes/routes/process-source'
import { TASK_COLUMNS } from '~/areas/processes/task-columns'
import { tasksOf } from '~/areas/processes/tasks-of.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { aTask } from './process-shape'

/** GET dashboard/tasks/{entityProcessDateId}: the tasks of a process date in their order. */
export const loader = calls({
  GET: {
    may: ['processdashboard'],
    tells: 'The tasks of a process date in their order, each with the last step that was taken.',
    list: kindsOf(TASK_COLUMNS),
    answers: { 200: z.array(aTask) },
    async answer(guarded, args) {
      const id = idOf(args.params.entityProcessDateId, 'process')
      await processById(guarded.read, id, readerOf(guarded))
      return rowsAnswer(args, await tasksOf(guarded.read, id), TASK_COLUMNS)
    },
  },
})
export const action = loader
