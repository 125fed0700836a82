import type { Subject } from '~/platform/workflow/take-step.server'
import type { TaskKind } from './process'
import { taskMarks } from './task-marks.server'

/** What the workflows of tasks name: their marks alone, no condition and no effect. */
export function taskSubject(kind: TaskKind): Subject {
  return { kind, marks: taskMarks, conditions: {}, effects: {} }
}
