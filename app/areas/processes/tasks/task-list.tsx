import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { lateColumn, type MaybeLate } from '~/platform/page/lateness'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { businessDaysLate, type Day } from '~/platform/values/day'
import { Badge } from '~/ui/badge/badge'
import { changed, type GridColumn } from '~/ui/grid/columns'
import type { Holidays } from '../business-days'
import type { TaskRow } from '../fields.server'
import { isTaskComplete, TASK_KINDS, type TaskKind } from '../process'

/** A task as its page shows it: late from the day after its due date, until it is complete. */
export type ShownTask = TaskRow & MaybeLate

export function shownTask(task: TaskRow, today: Day, holidays: Holidays): ShownTask {
  const [kind] = Object.entries(TASK_KINDS).find(([, name]) => name === task.workflow_name) ?? []
  const isOpen = !isTaskComplete({ kind: kind as TaskKind, status: task.last_event_status })
  const days = businessDaysLate(task.task_due_date, today, holidays)
  return { ...task, days_late: isOpen && days > 0 ? days : null }
}

/** The columns that calls have too. */
export const taskColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<TaskRow>(declared, {
    task_rank: {
      cell: ({ row }) => (
        <>
          {row.original.task_rank}
          {/* A number alone would not name what it opens. */}
          <span className="hidden-text"> {row.original.task_name}</span>
        </>
      ),
    },
    // As the specification has it here: yyyy-MM-dd.
    task_due_date: { meta: { show: undefined }, cell: ({ row }) => row.original.task_due_date },
    last_event_status: {
      meta: { exported: (row) => `${row.last_event_status} (${row.last_event_queue})` },
      cell: ({ row }) => (
        <Badge
          kind={row.original.last_event_class}
          status={row.original.last_event_status}
          queue={row.original.last_event_queue}
        />
      ),
    },
  })

const late = lateColumn<ShownTask>(
  'Business days past its due date, while it is not complete',
  (row) => row.task_due_date,
)

/** Columns of the tasks of one process date on its page: how late each is comes behind those of the specification. */
export const shownTaskColumns = (declared: readonly DeclaredColumn[]): GridColumn<ShownTask>[] => [
  ...taskColumns(declared),
  changed(late, { meta: { pinned: 'end' } }),
]

/** The address parameters of the tasks below a row; a filter of one process does not apply to the next. */
export const TASK_GRID = {
  prefix: 'tasks',
  defaultSort: [{ column: 'task_rank', descending: false }],
}
