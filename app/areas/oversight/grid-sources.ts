import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById, statusesOf } from '~/platform/workflow/instance.server'
import { REPORT_DECLARED, type ReportRow } from './fields.server'
import { REPORT_GRID } from './list'
import { REPORT_COLUMNS, reportList } from './list.server'
import { OVERSIGHT_REPORT } from './oversight'
import { reportById } from './reports.server'

/** All oversight reports, for the list and its files. */
export function reportTable(guarded: Guarded): GridSource<ReportRow> {
  return {
    columns: REPORT_COLUMNS,
    declared: REPORT_DECLARED,
    options: REPORT_GRID,
    list: reportList(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded, [OVERSIGHT_REPORT]) }),
  }
}

export const oversightExports: ExportTable = {
  /** oversight_reports.xlsx, .csv or .pdf: all reports that the list's address selects. */
  'oversight/export/:file': listFile('oversight', 'oversight_reports', 'Oversight reports', reportTable),
  /** report_workflow.xlsx, .csv or .pdf: the history of a report. */
  'oversight/:reportId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'oversight')
    const { read } = guarded
    const file = fileInPath(args.params.file, ['report_workflow'])
    const { id } = await reportById(read, idInPath(args.params.reportId))
    const [{ round }, history] = await Promise.all([instanceById(read, id), historyOf(read, id)])
    return gridFile(guarded, args.request, file, {
      title: `Workflow of oversight report ${id}`,
      ...eventTable(history, guarded.timeZone, round),
    })
  }),
}
