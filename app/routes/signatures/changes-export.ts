import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'
import { pendingTable } from '../admin/pending-table'
import { MATRIX_KINDS } from './matrix-kinds'

/** pending_changes.xlsx, .csv or .pdf: the changes of the authorisation matrix that wait for a team leader. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'draftsdashboard')
  const file = fileInPath(args.params.file, ['pending_changes'])
  return gridFile(guarded, args.request, file, {
    title: 'Changes of the authorisation matrix that wait',
    ...(await pendingTable(guarded, MATRIX_KINDS)),
  })
})
