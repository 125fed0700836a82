import { idInPath } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { readEventTable } from '~/platform/grids/event-table'
import { type ExportTable, listFile, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { statusesOf } from '~/platform/workflow/instance.server'
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
  'oversight/:reportId/export/:file': titledFile(
    'oversight',
    'report_workflow',
    async (guarded, { params }) => {
      const { id } = await reportById(guarded.read, idInPath(params.reportId))
      return { title: `Workflow of oversight report ${id}`, ...(await readEventTable(guarded, id)) }
    },
  ),
}
