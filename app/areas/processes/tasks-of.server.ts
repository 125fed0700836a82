import type { Read } from 'db/database'
import { task } from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { asc, eq } from 'drizzle-orm'
import type { EventClass } from '~/platform/workflow/types'
import { TASK_KINDS, type TaskKind, type TaskRow } from './process'

/** The tasks of a process date in their order, each with the last step that was taken. */
export async function tasksOf(read: Read, entityProcessDateId: number): Promise<TaskRow[]> {
  const rows = await read
    .select({
      task_id: task.id,
      entity_process_date_id: task.entityProcessDateId,
      task_rank: task.rank,
      task_group: task.group,
      task_name: task.name,
      task_due_date: task.dueDate,
      task_team: task.team,
      kind: workflowInstance.kind,
      last_event_date: workflowEvent.at,
      who: workflowEvent.whoName,
      last_event_status: workflowInstance.status,
      last_event_queue: workflowInstance.queue,
      last_event_class: workflowInstance.class,
    })
    .from(task)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, task.id))
    .innerJoin(workflowEvent, eq(workflowEvent.id, workflowInstance.lastEventId))
    .where(eq(task.entityProcessDateId, entityProcessDateId))
    .orderBy(asc(task.rank), asc(task.id))
  return rows.map(({ kind, last_event_class, ...row }) => ({
    ...row,
    workflow_name: TASK_KINDS[kind as TaskKind],
    last_event_class: last_event_class as EventClass,
  }))
}
