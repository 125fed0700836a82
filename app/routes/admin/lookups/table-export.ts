import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { exportLoader, fileInPath, gridFile } from '~/http/exports/export-file'
import { guard } from '~/http/guard'
import { tableSource } from '../tables/table-source'

/** currencies.xlsx, exchange-rates.csv and so on: a table of reference data. */
export const loader = exportLoader(async (args) => {
  const guarded = await guard(args, 'administration')
  const table = lookupTableNamed(args.params.table)
  const file = fileInPath(args.params.file, [table.name])
  const { source } = await tableSource(guarded, table)
  return gridFile(guarded, args.request, file, { title: table.title, ...source })
})
