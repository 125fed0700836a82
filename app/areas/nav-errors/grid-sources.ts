import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { pendingTable } from '~/platform/approvals/routes/waiting-changes'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { tableSource } from '~/platform/tables/routes/table-answer'
import { dayIn } from '~/platform/values/day'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById, statusesOf } from '~/platform/workflow/instance.server'
import type { ErrorRow } from './fields.server'
import { ERROR_COLUMNS, ERROR_GRID } from './list'
import { errorList } from './list.server'
import { NAV_ERROR } from './nav-error'
import { caseById } from './read-case.server'
import { ERROR_SETTING } from './settings'
import { settingsTable } from './settings.server'

/** The kinds of changes that are decided on the page of settings, and the prefix of their grid in the address. */
export const SETTING_KINDS = [ERROR_SETTING]
export const WAITING_SETTINGS = { prefix: 'changes', size: 10 }

/** The settings as they are today in the site's zone. */
export function settingsToday({ services }: Guarded) {
  const { timeZone } = services.settings
  return settingsTable(dayIn(services.clock(), timeZone), timeZone)
}

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
  /** settings.xlsx, .csv or .pdf, and the changes of them that wait. */
  'admin/nav-errors/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const { request } = args
    const file = fileInPath(args.params.file, ['nav-error-settings', 'pending_changes'])
    if (file.name === 'pending_changes')
      return gridFile(guarded, request, file, {
        title: 'Pending changes of NAV error settings',
        ...pendingTable(guarded, SETTING_KINDS, WAITING_SETTINGS),
      })
    const { source } = await tableSource(guarded, settingsToday(guarded))
    return gridFile(guarded, request, file, { title: 'NAV error settings', ...source })
  }),
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
