import { idInPath } from '~/http/address'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, listFile, titledFile } from '~/platform/grids/export-file'
import { processName } from './list'
import { processById } from './list.server'
import { processTable, readerOf, taskTable } from './routes/process-tables'
import { taskAt } from './routes/task-page'

export const processExports: ExportTable = {
  /** task_workflow.xlsx, .csv or .pdf: the history of one task. */
  'processes/:entityProcessDateId/tasks/:taskId/export/:file': titledFile(
    'processdashboard',
    'task_workflow',
    async (guarded, { params }) => {
      const at = [idInPath(params.entityProcessDateId), idInPath(params.taskId)] as const
      const { task, instance, history } = await taskAt(guarded, ...at)
      return { title: `Workflow of ${task.task_name}`, ...eventTable(guarded, history, instance.round) }
    },
  ),
  /** tasks.xlsx, .csv or .pdf: the tasks of one process date. */
  'processes/:entityProcessDateId/export/:file': titledFile(
    'processdashboard',
    'tasks',
    async (guarded, { params }) => {
      const id = idInPath(params.entityProcessDateId)
      const process = await processById(guarded.read, id, readerOf(guarded))
      return { title: `Tasks of ${processName(process)}`, ...(await taskTable(guarded, id)) }
    },
  ),
  /** processes.xlsx, .csv or .pdf: all process dates that the list's address selects. */
  'processes/export/:file': listFile('processdashboard', 'processes', 'Processes', processTable),
}
