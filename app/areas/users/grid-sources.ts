import { functionChoices } from '~/areas/access/users.server'
import { idInPath } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, listFile, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rightsDeclared, USER_DECLARED, type UserRow } from './fields.server'
import { RIGHTS_GRID, USER_GRID, userColumns } from './list'
import { userList } from './list.server'
import { userView } from './user-view.server'

/** The users, for their grid and their file; in the past without their sessions, which are those of the present. */
export function userTable(guarded: Guarded): GridSource<UserRow> {
  const declared = USER_DECLARED.filter(({ id }) => guarded.asOf === null || id !== 'last_seen')
  return {
    columns: userColumns(declared),
    declared,
    options: USER_GRID,
    list: userList(guarded),
  }
}

/** The same people with their authorisations. */
export async function rightsTable(guarded: Guarded): Promise<GridSource<UserRow>> {
  const declared = rightsDeclared(await functionChoices(guarded.read))
  return {
    columns: userColumns(declared),
    declared,
    options: RIGHTS_GRID,
    list: userList(guarded),
  }
}

export const userExports: ExportTable = {
  /** users.xlsx, .csv or .pdf: all users that the list's address selects. */
  'admin/users/export/:file': listFile('administration', 'users', 'Users', userTable),
  /** user_events.xlsx, .csv or .pdf: the history of a user. */
  'admin/users/:userId/export/:file': titledFile(
    'administration',
    'user_events',
    async (guarded, { params }) => {
      const { user, history } = await userView(guarded, idInPath(params.userId))
      return { title: `Events of ${user.user_name}`, ...eventTable(guarded, history, 1) }
    },
  ),
  /** authorisations.xlsx, .csv or .pdf: who may do what. */
  'admin/authorisations/export/:file': listFile(
    'administration',
    'authorisations',
    'Authorisations',
    rightsTable,
  ),
}
