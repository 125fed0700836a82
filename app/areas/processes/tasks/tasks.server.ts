import type { Read } from 'db/database'
import {
  entityEvent,
  entityProcess,
  entityProcessDate,
  process,
  processTask,
  task,
} from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { type FunctionId, isAllowed, stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { objectKind, objectPage } from '~/platform/objects/object-kinds.server'
import { type NextSteps, nextSteps } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { cleanHtml } from '../clean-html.server'
import type { ProcessRow } from '../fields.server'
import { processById } from '../list.server'
import { isTaskComplete, TASK_KINDS, type TaskKind } from '../process'
import { taskMarks } from '../workflow.server'

/** One task as its page and the calls return it (specification, section 3: Task, detail). */
export interface TaskDetail {
  task_id: number
  task_name: string
  /** The object of its workflow and its documents: the task itself. */
  object_id: number
  is_completion_step: boolean
  /** "Task Info", cleaned: safe to insert into a page as it is. */
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

/** One task with all that its page shows. */
export interface TaskView {
  task: TaskDetail
  process: ProcessRow
  instance: Instance
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  steps: NextSteps
  /** The page of the object that its process is made with, for those who may open it; null for none. */
  madeWith: string | null
}

/**
 * One task with its process and workflow.
 * @param today in the site's zone: determines what is late, and how many days remain
 * @throws DomainError not-found
 */
export async function taskView({ read, actor, today }: UserContext, taskId: number): Promise<TaskView> {
  const task = await taskById(read, taskId)
  const [process, instance, history, madeWith] = await Promise.all([
    processById(read, task.entity_process_date_id, { today, actor }),
    instanceById(read, taskId),
    historyOf(read, taskId),
    pageOfObject({ read, actor }, task.entity_process_date_id),
  ])
  const steps = await nextSteps(read, stepTaker(actor), instance, await taskMarks(read, instance))
  return { task, process, instance, history, steps, madeWith }
}

/** The object that the process of a date is made with: its page, for those who may open it. */
async function pageOfObject(
  { read, actor }: Pick<UserContext, 'read' | 'actor'>,
  entityProcessDateId: number,
): Promise<string | null> {
  const [made] = await read
    .select({ kind: entityEvent.recurrence, objectId: entityProcess.objectId })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .where(eq(entityProcessDate.id, entityProcessDateId))
  if (!made || made.objectId === null) return null
  const functions = objectKind(made.kind)?.functions ?? []
  const mayOpen = functions.some((each: FunctionId) => isAllowed(actor, each))
  return mayOpen ? objectPage({ kind: made.kind, objectId: made.objectId }) : null
}
