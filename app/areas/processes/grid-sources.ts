import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import { processName } from './list'
import { processById } from './list.server'
import { processTable, readerOf, taskTable } from './routes/process-tables'
import { taskAt } from './routes/task-page'

export const processExports: ExportTable = {
  /** task_workflow.xlsx, .csv or .pdf: the history of one task. */
  'processes/:entityProcessDateId/tasks/:taskId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'processdashboard')
    const file = fileInPath(args.params.file, ['task_workflow'])
    const at = [idInPath(args.params.entityProcessDateId), idInPath(args.params.taskId)] as const
    const { task, instance, history } = await taskAt(guarded, ...at)
    return gridFile(guarded, args.request, file, {
      title: `Workflow of ${task.task_name}`,
      ...eventTable(history, guarded.timeZone, instance.round),
    })
  }),
  /** tasks.xlsx, .csv or .pdf: the tasks of one process date. */
  'processes/:entityProcessDateId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'processdashboard')
    const file = fileInPath(args.params.file, ['tasks'])
    const process = await processById(
      guarded.read,
      idInPath(args.params.entityProcessDateId),
      readerOf(guarded),
    )
    return gridFile(guarded, args.request, file, {
      title: `Tasks of ${processName(process)}`,
      ...(await taskTable(guarded, process.entity_process_date_id)),
    })
  }),
  /** processes.xlsx, .csv or .pdf: all process dates that the list's address selects. */
  'processes/export/:file': listFile('processdashboard', 'processes', 'Processes', processTable),
}
