import type { RowColumn, RowColumns } from '~/platform/lists/row-match'
import type { TaskRow } from './process'

const text = (value: (row: TaskRow) => string): RowColumn<TaskRow> => ({ kind: 'text', value })
const number = (value: (row: TaskRow) => number): RowColumn<TaskRow> => ({
  kind: 'number',
  value: (row) => String(value(row)),
})

/** How the tasks of a process date are sorted and filtered. */
export const TASK_COLUMNS = {
  task_id: number((row) => row.task_id),
  task_rank: number((row) => row.task_rank),
  task_group: text((row) => row.task_group),
  task_name: text((row) => row.task_name),
  task_due_date: { kind: 'day', value: (row) => row.task_due_date },
  task_team: text((row) => row.task_team),
  workflow_name: text((row) => row.workflow_name),
  last_event_date: { kind: 'instant', value: (row) => row.last_event_date.toISOString() },
  who: text((row) => row.who),
  last_event_status: text((row) => row.last_event_status),
  last_event_queue: text((row) => row.last_event_queue),
} satisfies RowColumns<TaskRow>
