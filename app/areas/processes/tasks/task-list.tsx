import { showDay, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { TASK_KINDS, type TaskRow } from '../process'

const WORKFLOWS = Object.values(TASK_KINDS).map((value) => ({ value, label: value }))

/** Columns of the tasks of one process date, in the specification's words and order. */
export function taskColumns(timeZone: string): GridColumn<TaskRow>[] {
  return [
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
    text('task_group', 'Group'),
    text('task_name', 'Task Name'),
    // As the specification has it here: yyyy-MM-dd.
    {
      id: 'task_due_date',
      header: 'Task Due Date',
      size: 105,
      meta: { kind: 'day' },
      cell: ({ row }) => row.original.task_due_date,
    },
    text('task_team', 'Task Team'),
    {
      id: 'workflow_name',
      header: 'Workflow name',
      meta: { kind: 'text', filter: 'select', options: WORKFLOWS },
      cell: ({ row }) => row.original.workflow_name,
    },
    {
      id: 'last_event_date',
      header: 'Last Event date',
      size: 145,
      meta: { kind: 'instant', show: showDay },
      cell: ({ row }) => showInstant(row.original.last_event_date, timeZone),
    },
    text('who', 'Assigned To'),
    {
      id: 'last_event_status',
      header: 'Last Event Status',
      meta: {
        kind: 'badge',
        filter: 'select',
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
}

/** The address parameters of the tasks below a row; a filter of one process does not apply to the next. */
export const TASK_GRID = {
  prefix: 'tasks',
  defaultSort: [{ column: 'task_rank', descending: false }],
}

function text(id: 'task_group' | 'task_name' | 'task_team' | 'who', label: string): GridColumn<TaskRow> {
  return {
    id,
    header: label,
    meta: { kind: 'text', slim: true, cellTitle: (row) => row[id] },
    cell: ({ row }) => row.original[id],
  }
}
