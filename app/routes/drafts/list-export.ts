import { DRAFT_GRID, draftColumns } from '~/components/drafts/draft-columns'
import { draftList } from '~/domain/drafts/draft-list.server'
import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'

/** drafts.xlsx, .csv or .pdf: all drafts that the list's address asks for. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'draftsdashboard')
  const file = fileInPath(args.params.file, ['drafts'])
  const { timeZone } = guarded.services.settings
  return gridFile(guarded, args.request, file, {
    title: 'Drafted Expenses',
    columns: draftColumns(timeZone),
    options: DRAFT_GRID,
    list: draftList(guarded.read, timeZone),
  })
})
