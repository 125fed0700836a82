import type { Read } from 'db/database'
import { processTask, task } from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { cleanHtml } from './clean-html.server'
import { TASK_KINDS, type TaskKind } from './process'
import { isTaskComplete } from './task-standing'

/** One task as its page and the calls show it (specification, section 3: Task, detail). */
export interface TaskDetail {
  task_id: number
  task_name: string
  /** The object of its workflow and its documents: the task itself. */
  object_id: number
  is_completion_step: boolean
  /** "Task Info", cleaned: it may be put into a page as it is. */
  descriptionHtml: string
  entity_process_date_id: number
  task_rank: number
  task_group: string
  task_due_date: Day
  task_team: string
  workflow_name: string
}

/** @throws DomainError not-found */
export async function taskById(read: Read, taskId: number): Promise<TaskDetail> {
  const [row] = await read
    .select({
      task_id: task.id,
      task_name: task.name,
      entity_process_date_id: task.entityProcessDateId,
      task_rank: task.rank,
      task_group: task.group,
      task_due_date: task.dueDate,
      task_team: task.team,
      html: processTask.descriptionHtml,
      kind: workflowInstance.kind,
      status: workflowInstance.status,
    })
    .from(task)
    .innerJoin(processTask, eq(processTask.id, task.processTaskId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, task.id))
    .where(eq(task.id, taskId))
  if (!row)
    throw new DomainError('not-found', `There is no task ${taskId}. Open it from the list of Processes.`)
  const { html, kind: stored, status, ...rest } = row
  const kind = stored as TaskKind
  return {
    ...rest,
    object_id: row.task_id,
    is_completion_step: isTaskComplete({ kind, status }),
    descriptionHtml: cleanHtml(html),
    workflow_name: TASK_KINDS[kind],
  }
}
