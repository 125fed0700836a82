import type { EventClass, EventSubject, State } from '~/platform/workflow/types'

/** The rows of the Processes dashboard: specification, section 3 (Process row, Task). */

export const RECURRENCES = [
  'weekly',
  'monthly',
  'quarterly',
  'half-yearly',
  'yearly',
  'NAV date',
  'NAV error',
  'given days',
] as const
export type Recurrence = (typeof RECURRENCES)[number]

/** What the offset of a due date counts. */
export const DUE_UNITS = ['business days', 'weeks'] as const
export type DueUnit = (typeof DUE_UNITS)[number]

/** Where a date moves that is not a business day. */
export const ROLLS = ['stays', 'before', 'after'] as const
export type Roll = (typeof ROLLS)[number]

/** From the worst to the best: late, in progress, to do, done. */
export const PROCESS_STATUSES = ['LATE', 'IN PROGRESS', 'TO DO', 'DONE'] as const
export type ProcessStatus = (typeof PROCESS_STATUSES)[number]

export const PROCESS_STATUS_STYLE: Readonly<Record<ProcessStatus, EventClass>> = {
  LATE: 'failed',
  'IN PROGRESS': 'pending',
  'TO DO': 'new',
  DONE: 'success',
}

/**
 * The workflows of tasks, by their kind; shown in the column "Workflow name". A deadline ends with a step of the object
 * that its process is made with.
 */
export const TASK_KINDS = { task: 'Task', 'reviewed task': 'Task with review', deadline: 'Deadline' } as const
export type TaskKind = keyof typeof TASK_KINDS

/** The state of a process date in its events: its tasks have a workflow, the date itself only records events. */
export const PROCESS_STATE = {
  assigned: { queue: 'PROCESSES', status: 'ASSIGNED', class: 'pending' },
  takenOff: { queue: 'PROCESSES', status: 'TAKEN OFF', class: 'invalidated' },
  moved: { queue: 'PROCESSES', status: 'MOVED', class: 'warning' },
} as const satisfies Record<string, State>

/** A date of a process, as the subject of events: its tasks have the workflow. */
export const processSubject = (processDateId: number): EventSubject => ({
  kind: 'process',
  objectId: processDateId,
  round: 1,
})

/** Where a task is complete, by its workflow (product decisions, section 2). */
export const COMPLETE_TASKS: Readonly<Record<TaskKind, readonly string[]>> = {
  task: ['DONE', 'NOT APPLICABLE'],
  'reviewed task': ['REVIEWED', 'NOT APPLICABLE'],
  deadline: ['DONE', 'NOT APPLICABLE'],
}

/** The status of a task before it is started. */
export const NOT_BEGUN = 'TO DO'

/** True when a task needs no more work (`is_completion_step` of the specification). */
export function isTaskComplete({ kind, status }: { kind: TaskKind; status: string }): boolean {
  return COMPLETE_TASKS[kind].includes(status)
}
