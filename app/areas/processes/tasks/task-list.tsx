import { lateColumn, type MaybeLate } from '~/platform/page/lateness'
import { fieldColumns } from '~/platform/page/shown-columns'
import { businessDaysLate, type Day } from '~/platform/values/day'
import { Badge } from '~/ui/badge/badge'
import { changed, type GridColumn } from '~/ui/grid/columns'
import type { Holidays } from '../business-days'
import { isTaskComplete, TASK_KINDS, type TaskKind, type TaskRow } from '../process'

const WORKFLOWS = Object.values(TASK_KINDS).map((value) => ({ value, label: value }))

/** A task as its page shows it: late from the day after its due date, until it is complete. */
export type ShownTask = TaskRow & MaybeLate

export function shownTask(task: TaskRow, today: Day, holidays: Holidays): ShownTask {
  const [kind] = Object.entries(TASK_KINDS).find(([, name]) => name === task.workflow_name) ?? []
  const isOpen = !isTaskComplete({ kind: kind as TaskKind, status: task.last_event_status })
  const days = businessDaysLate(task.task_due_date, today, holidays)
  return { ...task, days_late: isOpen && days > 0 ? days : null }
}

const { instant, slim, text } = fieldColumns<TaskRow>()

/** The columns that calls have too, in the specification's words and order. */
export const TASK_COLUMNS: GridColumn<TaskRow>[] = [
  {
    id: 'task_rank',
    header: 'Task Order',
    size: 85,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => (
      <>
        {row.original.task_rank}
        {/* A number alone would not name what it opens. */}
        <span className="hidden-text"> {row.original.task_name}</span>
      </>
    ),
  },
  slim('task_group', 'Group', { size: 100 }),
  slim('task_name', 'Task Name'),
  // As the specification has it here: yyyy-MM-dd.
  {
    id: 'task_due_date',
    header: 'Task Due Date',
    size: 105,
    meta: { kind: 'day' },
    cell: ({ row }) => row.original.task_due_date,
  },
  slim('task_team', 'Task Team', { size: 125 }),
  text('workflow_name', 'Workflow name', { size: 145, meta: { filter: 'select', options: WORKFLOWS } }),
  instant('last_event_date', 'Last Event date'),
  slim('who', 'Assigned To'),
  {
    id: 'last_event_status',
    header: 'Last Event Status',
    meta: {
      kind: 'badge',
      filter: 'select',
      pinned: 'end',
      exported: (row) => `${row.last_event_status} (${row.last_event_queue})`,
    },
    cell: ({ row }) => (
      <Badge
        kind={row.original.last_event_class}
        status={row.original.last_event_status}
        queue={row.original.last_event_queue}
      />
    ),
  },
]

const late = lateColumn<ShownTask>(
  'Business days past its due date, while it is not complete',
  (row) => row.task_due_date,
)

/** Columns of the tasks of one process date on its page: how late each is comes behind those of the specification. */
export const SHOWN_TASK_COLUMNS: GridColumn<ShownTask>[] = [
  ...TASK_COLUMNS,
  changed(late, { meta: { pinned: 'end' } }),
]

/** The address parameters of the tasks below a row; a filter of one process does not apply to the next. */
export const TASK_GRID = {
  prefix: 'tasks',
  defaultSort: [{ column: 'task_rank', descending: false }],
}
