import { PRODUCTION_GRID, productionColumns } from '~/components/production/production-columns'
import { productionList } from '~/domain/production/production-list.server'
import { listFile } from '~/http/list-file'

/** production.xlsx, .csv or .pdf: the current production of all funds that the list's address asks for. */
export const loader = listFile('production', 'production', 'NAV Production', ({ read, services }) => {
  const { timeZone } = services.settings
  return {
    columns: productionColumns(timeZone),
    options: PRODUCTION_GRID,
    list: productionList(read, timeZone),
  }
})
