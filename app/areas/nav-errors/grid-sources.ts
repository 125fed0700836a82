import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById, statusesOf } from '~/platform/workflow/instance.server'
import type { ErrorRow } from './fields.server'
import { ERROR_COLUMNS, ERROR_GRID } from './list'
import { errorList } from './list.server'
import { NAV_ERROR } from './nav-error'
import { caseById } from './read-case.server'

/** All cases, for the list and its files. */
export function errorTable(guarded: Guarded): GridSource<ErrorRow> {
  return {
    columns: ERROR_COLUMNS,
    options: ERROR_GRID,
    list: errorList(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded.read, [NAV_ERROR]) }),
  }
}

export const navErrorExports: ExportTable = {
  /** nav_errors.xlsx, .csv or .pdf: all cases that the list's address selects. */
  'nav-errors/export/:file': listFile('errors', 'nav_errors', 'NAV errors', errorTable),
  /** error_workflow.xlsx, .csv or .pdf: the history of a case. */
  'nav-errors/:caseId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'errors')
    const { read } = guarded
    const file = fileInPath(args.params.file, ['error_workflow'])
    const { id } = await caseById(read, idInPath(args.params.caseId))
    const [{ round }, history] = await Promise.all([instanceById(read, id), historyOf(read, id)])
    return gridFile(guarded, args.request, file, {
      title: `Workflow of NAV error ${id}`,
      ...eventTable(history, guarded.timeZone, round),
    })
  }),
}
