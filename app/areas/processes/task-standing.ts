import type { TaskKind } from './process'

/** Where a task is complete, by its workflow (product decisions, section 2). */
export const COMPLETE_TASKS: Readonly<Record<TaskKind, readonly string[]>> = {
  task: ['DONE', 'NOT APPLICABLE'],
  'reviewed task': ['REVIEWED', 'NOT APPLICABLE'],
}

/** Where a task is before anybody took it up. */
export const NOT_BEGUN = 'TO DO'

/** True when nothing is left to do of a task (`is_completion_step` of the specification). */
export function isTaskComplete({ kind, status }: { kind: TaskKind; status: string }): boolean {
  return COMPLETE_TASKS[kind].includes(status)
}
