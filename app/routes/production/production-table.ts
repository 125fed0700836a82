import { PRODUCTION_GRID, productionColumns } from '~/components/production/production-columns'
import { productionList } from '~/domain/production/production-list.server'
import type { FundProduction } from '~/domain/production/production-row'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

/** The current production of all funds: what the list shows and its files hold. */
export function productionTable({
  read,
  services,
}: Pick<Guarded, 'read' | 'services'>): GridSource<FundProduction> {
  const { timeZone } = services.settings
  return {
    columns: productionColumns(timeZone),
    options: PRODUCTION_GRID,
    list: productionList(read, timeZone),
  }
}
