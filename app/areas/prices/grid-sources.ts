import { dateInSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type ExportTable, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import type { Day } from '~/platform/values/day'
import { showNavDate } from '~/platform/values/show'
import { PRICE_DECLARED, type PriceRow } from './fields.server'
import { PRICE_GRID, RATE_COLUMNS, RATE_GRID } from './list'
import type { RateRow } from './prices'
import { latestPriceDate, PRICE_COLUMNS, priceList } from './prices.server'
import { rateList, rateRows } from './rates.server'

interface ChosenDate {
  date: Day
  /** Why it is not the one that the address names; null when it is. */
  note: string | null
}

/** The NAV date of an address; without one the latest that has a current control. */
export async function chosenDate(request: Request, { read, today }: Guarded): Promise<ChosenDate> {
  const { date, isWrong } = dateInSearch(request)
  const note = isWrong ? 'Enter the NAV date as a day of the calendar. The latest one is shown.' : null
  return { date: date ?? (await latestPriceDate(read)) ?? today, note }
}

/** The prices of a date, for their grid and their file. */
export function priceTable(guarded: Guarded, date: Day): GridSource<PriceRow> {
  const list = priceList(guarded, date)
  return { columns: PRICE_COLUMNS, declared: PRICE_DECLARED, options: PRICE_GRID, list }
}

/** The rates of a date, likewise. */
export async function rateTable({ read }: Guarded, date: Day): Promise<GridSource<RateRow>> {
  return { columns: RATE_COLUMNS, options: RATE_GRID, list: rateList(await rateRows(read, date)) }
}

export const priceExports: ExportTable = {
  /** prices.xlsx, .csv or .pdf: the prices that the page's address selects, its NAV date in the title. */
  'prices/export/:file': titledFile('prices', 'prices', async (guarded, { request }) => {
    const { date } = await chosenDate(request, guarded)
    return { title: `Prices of ${showNavDate(date)}`, ...priceTable(guarded, date) }
  }),
  /** rates.xlsx, .csv or .pdf: likewise. */
  'prices/rates/export/:file': titledFile('prices', 'rates', async (guarded, { request }) => {
    const { date } = await chosenDate(request, guarded)
    return { title: `FX rates of ${showNavDate(date)}`, ...(await rateTable(guarded, date)) }
  }),
}
