import { functionChoices } from '~/areas/access/users.server'
import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { RIGHTS_GRID, rightsColumns, USER_GRID, userColumns } from '../list'
import { userList } from '../list.server'
import type { UserRow } from '../user'

type Asking = Pick<Guarded, 'read' | 'services'>

const listOf = ({ read, services }: Asking) => userList(read, services.clock(), services.settings.timeZone)

/** The users, for their grid and their file. */
export function userTable(asking: Asking): GridSource<UserRow> {
  return {
    columns: userColumns(asking.services.settings.timeZone),
    options: USER_GRID,
    list: listOf(asking),
  }
}

/** The same people with their authorisations. */
export async function rightsTable(asking: Asking): Promise<GridSource<UserRow>> {
  return {
    columns: rightsColumns(await functionChoices(asking.read)),
    options: RIGHTS_GRID,
    list: listOf(asking),
  }
}
