import type { Guarded } from '~/http/guard'
import { shownEvents } from '~/platform/grids/event-table'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import { listedColumns } from '~/platform/lists/list-fields.server'
import { rowList } from '~/platform/lists/row-list.server'
import { historyOf } from '~/platform/workflow/history.server'
import { statusesOf } from '~/platform/workflow/instance.server'
import { PROCESS_DECLARED, type ProcessRow, TASK_DECLARED, TASK_ROW } from '../fields.server'
import type { ExpandedProcessTab } from '../list'
import { PROCESS_GRID, processColumns } from '../list'
import { processList, tasksOf } from '../list.server'
import { TASK_KINDS } from '../process'
import { holidaysOfProcess } from '../tasks/create-tasks.server'
import { type ShownTask, shownTask, shownTaskColumns, TASK_GRID, taskColumns } from '../tasks/task-list'

/**
 * The dates of processes as the list and its files show them: what is late depends on the day, the teams on the reader.
 */
export function processTable(guarded: Guarded): GridSource<ProcessRow> {
  return {
    columns: processColumns(PROCESS_DECLARED),
    declared: PROCESS_DECLARED,
    options: PROCESS_GRID,
    list: processList(guarded.read, readerOf(guarded)),
  }
}

/** The reader and today: what is late depends on the day, whose teams these are on the reader. */
export function readerOf({ actor, today }: Guarded) {
  return { actor, today }
}

/** The content below an expanded process: only that of its open tab. */
export async function expandedProcess(
  guarded: Guarded,
  request: Request,
  processDateId: number,
  tab: ExpandedProcessTab,
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

/** Columns of tasks, and those that only their call has. */
export const TASK_FIELDS = listedColumns(taskColumns(TASK_DECLARED), TASK_ROW)

/** The tasks of one process date, for the grid below its row and its file. */
export async function taskTable(guarded: Guarded, processDateId: number): Promise<GridSource<ShownTask>> {
  const { read, today, timeZone } = guarded
  const [tasks, holidays] = await Promise.all([
    tasksOf(read, processDateId),
    holidaysOfProcess(read, processDateId),
  ])
  const rows = tasks.map((task) => shownTask(task, today, holidays))
  const columns = shownTaskColumns(TASK_DECLARED)
  return {
    columns,
    declared: TASK_DECLARED,
    options: TASK_GRID,
    choices: async () => ({ last_event_status: await statusesOf(guarded, Object.keys(TASK_KINDS)) }),
    list: rowList(rows, columns, { timeZone, keyOf: ({ task_id }) => String(task_id) }),
  }
}
