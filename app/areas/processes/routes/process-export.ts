import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { processName } from '../list'
import { processById } from '../list.server'
import { readerOf, taskTable } from './process-source'

/** tasks.xlsx, .csv or .pdf: the tasks of one process date. */
export const loader = exportLoader(async (args) => {
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
})
