import { RIGHTS_GRID, rightsColumns, USER_GRID, userColumns } from '~/components/admin/users/user-columns'
import { functionChoices } from '~/domain/access/function-choices.server'
import { userList } from '~/domain/access/users/user-list.server'
import type { UserRow } from '~/domain/access/users/user-row'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

type Asking = Pick<Guarded, 'read' | 'services'>

const listOf = ({ read, services }: Asking) => userList(read, services.clock(), services.settings.timeZone)

/** The users, as their grid shows and their file holds them. */
export function userTable(asking: Asking): GridSource<UserRow> {
  return {
    columns: userColumns(asking.services.settings.timeZone),
    options: USER_GRID,
    list: listOf(asking),
  }
}

/** The same people with what they may do. */
export async function rightsTable(asking: Asking): Promise<GridSource<UserRow>> {
  return {
    columns: rightsColumns(await functionChoices(asking.read)),
    options: RIGHTS_GRID,
    list: listOf(asking),
  }
}
