import type { Day } from '~/domain/values/day'
import { PROCESS_STATUSES, type ProcessStatus, type TaskKind } from './process'

/** Where a task is complete, by its workflow (product decisions, section 2). */
export const COMPLETE_TASKS: Readonly<Record<TaskKind, readonly string[]>> = {
  task: ['DONE', 'NOT APPLICABLE'],
  'reviewed task': ['REVIEWED', 'NOT APPLICABLE'],
}

/** Where a task is before anybody took it up. */
export const NOT_BEGUN = 'TO DO'

export interface StandingTask {
  kind: TaskKind
  status: string
  dueDate: Day
}

/** True when nothing is left to do of a task (`is_completion_step` of the specification). */
export function isTaskComplete({ kind, status }: Pick<StandingTask, 'kind' | 'status'>): boolean {
  return COMPLETE_TASKS[kind].includes(status)
}

/** How a task stands on a day: late from the day after its due date; one that awaits its review is in progress. */
export function taskStanding(task: StandingTask, today: Day): ProcessStatus {
  if (isTaskComplete(task)) return 'DONE'
  if (task.dueDate < today) return 'LATE'
  return task.status === NOT_BEGUN ? 'TO DO' : 'IN PROGRESS'
}

/** The worst of some; done for none. */
export function worstStanding(standings: readonly ProcessStatus[]): ProcessStatus {
  return PROCESS_STATUSES.find((each) => standings.includes(each)) ?? 'DONE'
}
