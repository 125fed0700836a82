import { dateInSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type ExportTable, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import type { AccrualRow } from './accrual'
import { accrualRows } from './accruals.server'
import { ACCRUAL_COLUMNS, ACCRUAL_GRID } from './list'

/** The day of an address, until which the latest NAV of each fund counts; without one the current day. */
export function chosenDay(
  request: Request,
  { today }: Pick<Guarded, 'today'>,
): { day: Day; note: string | null } {
  const { date, isWrong } = dateInSearch(request)
  const note = isWrong ? 'Enter the date as a day of the calendar. The latest NAVs are shown.' : null
  return { day: date ?? today, note }
}

/** Accruals against invoices of all funds. */
export async function accrualTable(
  { read }: Pick<Guarded, 'read'>,
  day: Day,
): Promise<GridSource<AccrualRow>> {
  const list = rowList(await accrualRows(read, { until: day }), ACCRUAL_COLUMNS, {
    unit: ({ currency }) => currency,
    keyOf: ({ key }) => key,
  })
  return { columns: ACCRUAL_COLUMNS, options: ACCRUAL_GRID, list }
}

export const accrualExports: ExportTable = {
  /** accruals.xlsx, .csv or .pdf: the accruals that the page's address selects. */
  'accruals/export/:file': titledFile('navctrl', 'accruals', async (guarded, { request }) => {
    const { day } = chosenDay(request, guarded)
    const title = `Accruals against invoices, NAVs until ${showDay(day)}`
    return { title, ...(await accrualTable(guarded, day)) }
  }),
}
