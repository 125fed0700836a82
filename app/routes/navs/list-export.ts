import { NAV_GRID, navColumns } from '~/components/navs/nav-columns'
import { navList } from '~/domain/navs/nav-list.server'
import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'

/** navs.xlsx, .csv or .pdf: all NAVs that the list's address asks for. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'navctrl')
  const file = fileInPath(args.params.file, ['navs'])
  const { timeZone } = guarded.services.settings
  return gridFile(guarded, args.request, file, {
    title: 'NAVs',
    columns: navColumns(timeZone),
    options: NAV_GRID,
    list: navList(guarded.read, timeZone),
  })
})
