import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { eventTable } from '~/platform/grids/event-table'
import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { taskAt } from './task-page'

/** task_workflow.xlsx, .csv or .pdf: the history of one task. */
export const loader = exportLoader(async (args) => {
  const guarded = await guard(args, 'processdashboard')
  const file = fileInPath(args.params.file, ['task_workflow'])
  const at = [idInPath(args.params.entityProcessDateId), idInPath(args.params.taskId)] as const
  const { task, instance, history } = await taskAt(guarded, ...at)
  return gridFile(guarded, args.request, file, {
    title: `Workflow of ${task.task_name}`,
    ...eventTable(history, guarded.services.settings.timeZone, instance.round),
  })
})
