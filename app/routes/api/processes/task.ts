import { taskById } from '~/domain/processes/task-by-id.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'

/** GET tasks/{taskId}: one task with its "Task Info" as cleaned HTML. */
export const loader = calls({
  GET: {
    may: ['processdashboard'],
    answer: ({ read }, { params }) => taskById(read, idOf(params.taskId, 'task')),
  },
})
export const action = loader
