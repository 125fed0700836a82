import { guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { kpiTable, requestedPeriod } from './routes/kpi-table'

export const kpiExports: ExportTable = {
  /** kpi.xlsx, .csv or .pdf: the KPIs that the page's address selects, its months in the title. */
  'production/kpi/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'production')
    const file = fileInPath(args.params.file, ['kpi'])
    const { period, now } = requestedPeriod(args.request, guarded)
    const title = `KPI, NAV dates from ${period.from} to ${period.to}`
    return gridFile(guarded, args.request, file, { title, ...(await kpiTable(guarded, period, now)) })
  }),
}
