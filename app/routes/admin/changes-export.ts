import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'
import { pendingTable } from './pending-table'

/** pending_changes.xlsx, .csv or .pdf: the changes that wait for a second person. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'administration')
  const file = fileInPath(args.params.file, ['pending_changes'])
  return gridFile(guarded, args.request, file, {
    title: 'Changes that wait',
    ...(await pendingTable(guarded)),
  })
})
