import { PRODUCTION_GRID, productionColumns } from '~/components/production/production-columns'
import { productionList } from '~/domain/production/production-list.server'
import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'

/** production.xlsx, .csv or .pdf: the current production of all funds that the list's address asks for. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'production')
  const file = fileInPath(args.params.file, ['production'])
  const { timeZone } = guarded.services.settings
  return gridFile(guarded, args.request, file, {
    title: 'NAV Production',
    columns: productionColumns(timeZone),
    options: PRODUCTION_GRID,
    list: productionList(guarded.read, timeZone),
  })
})
