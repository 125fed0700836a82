import { guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { showNavDate } from '~/platform/values/show'
import { chosenDate, priceTable, rateTable } from './routes/price-tables'

export const priceExports: ExportTable = {
  /** prices.xlsx, .csv or .pdf: the prices that the page's address selects, its NAV date in the title. */
  'prices/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'prices')
    const file = fileInPath(args.params.file, ['prices'])
    const { date } = await chosenDate(args.request, guarded)
    const title = `Prices of ${showNavDate(date)}`
    return gridFile(guarded, args.request, file, { title, ...priceTable(guarded, date) })
  }),
  /** rates.xlsx, .csv or .pdf: likewise. */
  'prices/rates/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'prices')
    const file = fileInPath(args.params.file, ['rates'])
    const { date } = await chosenDate(args.request, guarded)
    const title = `FX rates of ${showNavDate(date)}`
    return gridFile(guarded, args.request, file, { title, ...(await rateTable(guarded, date)) })
  }),
}
