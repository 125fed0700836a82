import type { Read } from 'db/database'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { Day } from '~/platform/values/day'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { type NextSteps, nextSteps } from '~/platform/workflow/next-steps.server'
import type { Instance } from '~/platform/workflow/types'
import type { ProcessRow } from './process'
import { processById } from './process-by-id.server'
import { type TaskDetail, taskById } from './task-by-id.server'
import { taskMarks } from './task-marks.server'

/** One task with all that its page shows. */
export interface TaskView {
  task: TaskDetail
  process: ProcessRow
  instance: Instance
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  steps: NextSteps
}

/**
 * One task with its process and workflow.
 * @param today in the site's zone: what is late, and how many days remain
 * @throws DomainError not-found
 */
export async function taskView(read: Read, actor: Actor, taskId: number, today: Day): Promise<TaskView> {
  const task = await taskById(read, taskId)
  const [process, instance, history] = await Promise.all([
    processById(read, task.entity_process_date_id, { today, actor }),
    instanceById(read, taskId),
    historyOf(read, taskId),
  ])
  const marks = await taskMarks(read, instance)
  return { task, process, instance, history, steps: await nextSteps(read, stepTaker(actor), instance, marks) }
}
