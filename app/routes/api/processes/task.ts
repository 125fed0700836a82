import { taskById } from '~/areas/processes/task-by-id.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { aTaskDetail } from './process-shape'

/** GET tasks/{taskId}: one task with its "Task Info" as cleaned HTML. */
export const loader = calls({
  GET: {
    may: ['processdashboard'],
    tells: 'One task with what is to be done in it.',
    answers: { 200: aTaskDetail },
    answer: ({ read }, { params }) => taskById(read, idOf(params.taskId, 'task')),
  },
})
export const action = loader
