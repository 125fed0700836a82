import { guard } from '~/http/guard'
import { pendingTable } from '~/platform/approvals/routes/waiting-changes'
import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { tableSource } from '~/platform/tables/routes/table-answer'
import { TOLERANCE_KINDS, tolerancesToday, WAITING_TOLERANCES } from './tolerances-today'

/** tolerances.xlsx, .csv or .pdf, and the changes of them that wait. */
export const loader = exportLoader(async (args) => {
  const guarded = await guard(args, 'administration')
  const { request } = args
  const file = fileInPath(args.params.file, ['tolerances', 'pending_changes'])
  if (file.name === 'pending_changes')
    return gridFile(guarded, request, file, {
      title: 'Changes of rule tolerances that wait',
      ...pendingTable(guarded, TOLERANCE_KINDS, WAITING_TOLERANCES),
    })
  const { source } = await tableSource(guarded, tolerancesToday(guarded))
  return gridFile(guarded, request, file, { title: 'Rule tolerances', ...source })
})
