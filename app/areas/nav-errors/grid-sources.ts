import { idInPath } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type ValuesPage, valuesFiles } from '~/platform/approvals/routes/level-values'
import { readEventTable } from '~/platform/grids/event-table'
import { type ExportTable, listFile, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { statusesOf } from '~/platform/workflow/instance.server'
import { casesOfYear } from './case-facts.server'
import { ERROR_DECLARED, type ErrorRow } from './fields.server'
import { ERROR_GRID, errorColumns } from './list'
import { errorList } from './list.server'
import { NAV_ERROR } from './nav-error'
import { caseById } from './read-case.server'
import { type RegisterRow, registerRow, requestedYear } from './register'
import { REGISTER_COLUMNS, REGISTER_GRID } from './register-columns'
import { ERROR_SETTING } from './settings'
import { settingsTable } from './settings.server'

export const SETTINGS_PAGE: ValuesPage = {
  kind: ERROR_SETTING,
  pending: 'Pending changes of NAV error settings',
  table: settingsTable,
}

/** All cases, for the list and its files. */
export function errorTable(guarded: Guarded): GridSource<ErrorRow> {
  return {
    columns: errorColumns(ERROR_DECLARED),
    declared: ERROR_DECLARED,
    options: ERROR_GRID,
    list: errorList(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded, [NAV_ERROR]) }),
  }
}

/** The year of an address of the register, by default this one. */
export const yearOf = (request: Request, { today }: Pick<Guarded, 'today'>) =>
  requestedYear(new URL(request.url).searchParams.get('year'), today)

/** The cases discovered in a year, for the register and its files. */
export async function registerTable(
  { read, timeZone }: Pick<Guarded, 'read' | 'timeZone'>,
  year: number,
): Promise<GridSource<RegisterRow>> {
  const list = rowList((await casesOfYear(read, year)).map(registerRow), REGISTER_COLUMNS, {
    timeZone,
    unit: ({ currency }) => currency,
    keyOf: ({ id }) => String(id),
  })
  return { columns: REGISTER_COLUMNS, options: REGISTER_GRID, list }
}

export const navErrorExports: ExportTable = {
  /** nav_errors.xlsx, .csv or .pdf: all cases that the list's address selects. */
  'nav-errors/export/:file': listFile('errors', 'nav_errors', 'NAV errors', errorTable),
  /** nav_error_register.xlsx, .csv or .pdf: the cases of a year. */
  'nav-errors/register/export/:file': titledFile(
    'errors',
    'nav_error_register',
    async (guarded, { request }) => {
      const { year } = yearOf(request, guarded)
      const title = `Register of NAV errors discovered in ${year}`
      return { title, ...(await registerTable(guarded, year)) }
    },
  ),
  /** settings.xlsx, .csv or .pdf, and the changes of them that wait. */
  'admin/nav-errors/export/:file': valuesFiles(SETTINGS_PAGE),
  /** error_workflow.xlsx, .csv or .pdf: the history of a case. */
  'nav-errors/:caseId/export/:file': titledFile('errors', 'error_workflow', async (guarded, { params }) => {
    const { id } = await caseById(guarded.read, idInPath(params.caseId))
    return { title: `Workflow of NAV error ${id}`, ...(await readEventTable(guarded, id)) }
  }),
}
