import { showDay, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { TASK_KINDS, type TaskRow } from '../process'

const WORKFLOWS = Object.values(TASK_KINDS).map((value) => ({ value, label: value }))

/** Columns of the tasks of one process date, in the specification's words and order. */
export function taskColumns(timeZone: string): GridColumn<TaskRow>[] {
  return [
    {
      ...{ id: 'task_rank', label: 'Task Order', kind: 'number', width: 85, decimals: 0 },
      render: (row) => (
        <>
          {row.task_rank}
          {/* A number alone would not name what it opens. */}
          <span className="hidden-text"> {row.task_name}</span>
        </>
      ),
    },
    text('task_group', 'Group'),
    text('task_name', 'Task Name'),
    // As the specification has it here: yyyy-MM-dd.
    {
      ...{ id: 'task_due_date', label: 'Task Due Date', kind: 'day', width: 105 },
      render: (row) => row.task_due_date,
    },
    text('task_team', 'Task Team'),
    {
      ...{ id: 'workflow_name', label: 'Workflow name', kind: 'text', filter: 'select', options: WORKFLOWS },
      render: (row) => row.workflow_name,
    },
    {
      ...{ id: 'last_event_date', label: 'Last Event date', kind: 'instant', width: 125, show: showDay },
      render: (row) => showInstant(row.last_event_date, timeZone),
    },
    text('who', 'Assigned To'),
    {
      ...{
        id: 'last_event_status',
        label: 'Last Event Status',
        kind: 'badge',
        filter: 'select',
      },
      exported: (row) => `${row.last_event_status} (${row.last_event_queue})`,
      render: (row) => (
        <Badge kind={row.last_event_class} status={row.last_event_status} queue={row.last_event_queue} />
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
    ...{ id, label, kind: 'text', slim: true },
    cellTitle: (row) => row[id],
    render: (row) => row[id],
  }
}
