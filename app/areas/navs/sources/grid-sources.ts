import { type Guarded, guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { type Day, isDay } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { SOURCE_COLUMNS, SOURCE_GRID } from './source-columns'
import type { SourceRow } from './source-rows'
import { lastNavDate, sourceRows } from './source-rows.server'

/** The NAV date of an address; without one the last that funds have. */
export async function chosenNavDate(
  request: Request,
  { read, today }: Pick<Guarded, 'read' | 'today'>,
): Promise<{ day: Day; note: string | null }> {
  const requested = new URL(request.url).searchParams.get('date')?.trim() ?? ''
  if (isDay(requested)) return { day: requested, note: null }
  const note =
    requested === '' ? null : 'Enter the date as a day of the calendar. The last NAV date is shown.'
  return { day: await lastNavDate(read, today), note }
}

/** The second sources of the NAVs of a day. */
export async function sourceTable(
  { read, timeZone }: Pick<Guarded, 'read' | 'timeZone'>,
  day: Day,
): Promise<GridSource<SourceRow>> {
  const list = rowList(await sourceRows(read, day), SOURCE_COLUMNS, { timeZone, keyOf: ({ key }) => key })
  return { columns: SOURCE_COLUMNS, options: SOURCE_GRID, list }
}

export const sourceExports: ExportTable = {
  /** second_sources.xlsx, .csv or .pdf: the second sources of the NAV date in the page's address. */
  'second-sources/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'navctrl')
    const file = fileInPath(args.params.file, ['second_sources'])
    const { day } = await chosenNavDate(args.request, guarded)
    const title = `Second sources of ${showDay(day)}`
    return gridFile(guarded, args.request, file, { title, ...(await sourceTable(guarded, day)) })
  }),
}
