import type { ListKind } from '~/platform/lists/list'
import type { RowColumn, RowColumns } from '~/platform/lists/row-match'
import type { ProcessRow, TaskRow } from './process'

/** The columns by which the list of processes may be sorted, filtered and grouped, with the content of each. */
export const PROCESS_COLUMNS = {
  entity_process_date_id: 'number',
  user_id: 'number',
  user_name: 'text',
  manco: 'text',
  category_name: 'text',
  entity: 'text',
  entity_group_components: 'text',
  entity_event: 'text',
  event_date: 'day',
  process: 'text',
  recipient: 'text',
  process_due_date: 'day',
  remaining_days: 'number',
  completed_tasks: 'text',
  team_status: 'text',
  process_status: 'text',
} as const satisfies Partial<Record<keyof ProcessRow, ListKind>>

export type ProcessColumn = keyof typeof PROCESS_COLUMNS

/** The default order: the next due first. */
export const PROCESS_ORDER: { column: ProcessColumn; descending: boolean }[] = [
  { column: 'process_due_date', descending: false },
  { column: 'entity', descending: false },
]

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
