import { processName } from '~/components/processes/process-columns'
import { processById } from '~/domain/processes/process-by-id.server'
import { exportLoader, fileInPath, gridFile } from '~/http/exports/export-file'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { taskTable } from './expanded-process'
import { readerOf } from './process-source'

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
