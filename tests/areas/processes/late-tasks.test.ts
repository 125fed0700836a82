import { expect, test } from 'vitest'
import type { TaskRow } from '~/areas/processes/fields.server'
import { shownTask } from '~/areas/processes/tasks/task-list'

const daysLate = (due: string, status: string, workflow = 'Task', holidays: string[] = []) =>
  shownTask(
    { task_due_date: due, last_event_status: status, workflow_name: workflow } as TaskRow,
    '2026-11-03',
    new Set(holidays),
  ).days_late

test('a task is late from the day after its due date', () => {
  expect(daysLate('2026-11-04', 'TO DO')).toBeNull()
  expect(daysLate('2026-11-03', 'TO DO')).toBeNull()
  expect(daysLate('2026-11-02', 'TO DO')).toBe(1)
  // A Friday and a Monday; the weekend does not count, nor does a holiday.
  expect(daysLate('2026-10-30', 'IN PROGRESS')).toBe(2)
  expect(daysLate('2026-10-30', 'IN PROGRESS', 'Task', ['2026-11-02'])).toBe(1)
})

test('a complete task is not late; one awaiting review is', () => {
  expect(daysLate('2026-10-30', 'DONE')).toBeNull()
  expect(daysLate('2026-10-30', 'NOT APPLICABLE')).toBeNull()
  expect(daysLate('2026-10-30', 'DONE', 'Task with review')).toBe(2)
  expect(daysLate('2026-10-30', 'REVIEWED', 'Task with review')).toBeNull()
})
