import type { ProcessDetailTab } from '~/components/processes/detail-tabs'
import { TASK_GRID, taskColumns } from '~/components/processes/task-columns'
import { rowList } from '~/domain/lists/row-list'
import { TASK_KINDS, type TaskRow } from '~/domain/processes/process'
import { TASK_COLUMNS } from '~/domain/processes/task-columns'
import { tasksOf } from '~/domain/processes/tasks-of.server'
import { historyOf } from '~/domain/workflow/history.server'
import { statusesOf } from '~/domain/workflow/statuses-of.server'
import { type GridSource, sourcePage } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'
import { shownEvents } from '../workflow/event-table'

/** What stands below a process that is expanded: only what its open tab shows. */
export async function expandedProcess(
  guarded: Guarded,
  request: Request,
  processDateId: number,
  tab: ProcessDetailTab,
) {
  const { read } = guarded
  const [tasks, events] = await Promise.all([
    tab === 'tasks'
      ? taskTable(guarded, processDateId).then((table) => sourcePage(guarded, request, table))
      : null,
    tab === 'events' ? historyOf(read, processDateId) : [],
  ])
  return { processDateId, tab, tasks, events: shownEvents(events) }
}

/** The tasks of one process date, as the grid below its row shows and its file holds them. */
export async function taskTable(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  processDateId: number,
): Promise<GridSource<TaskRow>> {
  const { timeZone } = services.settings
  const rows = await tasksOf(read, processDateId)
  return {
    columns: taskColumns(timeZone),
    options: TASK_GRID,
    choices: async () => ({ last_event_status: await statusesOf(read, Object.keys(TASK_KINDS)) }),
    list: rowList(rows, TASK_COLUMNS, { timeZone, keyOf: ({ task_id }) => String(task_id) }),
  }
}
