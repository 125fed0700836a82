import type { Guarded } from '~/http/guard'
import { type ExportTable, listFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { type FundProduction, PRODUCTION_DECLARED } from './fields.server'
import { PRODUCTION_GRID, productionColumns } from './list'
import { productionList } from './list.server'

/** The current production of all funds, for the list and its files. */
export function productionTable(guarded: Guarded): GridSource<FundProduction> {
  return {
    columns: productionColumns(PRODUCTION_DECLARED),
    declared: PRODUCTION_DECLARED,
    options: PRODUCTION_GRID,
    list: productionList(guarded),
  }
}

export const productionExports: ExportTable = {
  /** production.xlsx, .csv or .pdf: the current production of all funds that the list's address selects. */
  'production/export/:file': listFile('production', 'production', 'NAV Production', productionTable),
}
