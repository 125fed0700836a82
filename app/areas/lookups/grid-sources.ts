import { guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { tableSource } from '~/platform/tables/routes/table-answer'
import { lookupTableNamed } from './lookup-tables.server'

export const lookupExports: ExportTable = {
  /** currencies.xlsx, exchange-rates.csv and so on: a table of reference data. */
  'admin/lookups/:table/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const table = lookupTableNamed(args.params.table)
    const file = fileInPath(args.params.file, [table.name])
    const { source } = await tableSource(guarded, table)
    return gridFile(guarded, args.request, file, { title: table.title, ...source })
  }),
}
