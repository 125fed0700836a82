import { FUNCTION_IDS, type FunctionId, HOMEPAGES } from '~/areas/access/actor'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { ColumnChange } from '~/ui/grid/columns'
import type { GridQueryOptions } from '~/ui/grid/query'
import type { UserRow } from './fields.server'
import type { UserState } from './user'
import { MAY_OPEN } from './user-fields'

/** Settings by which the addresses of both lists are parsed. */
export const USER_GRID: GridQueryOptions = {
  layout: 'users',
  defaultSort: [{ column: 'user_name', descending: false }],
}
export const RIGHTS_GRID: GridQueryOptions = { ...USER_GRID, layout: 'authorisations' }

const KINDS: Record<UserState, BadgeKind> = {
  ACTIVE: 'success',
  'ONE-TIME PASSWORD': 'pending',
  'PASSWORD EXPIRED': 'warning',
  'NO PASSWORD': 'warning',
  DISABLED: 'invalidated',
}

export function UserStateBadge({ state }: { state: UserState }) {
  return <Badge kind={KINDS[state]} status={state} />
}

const homepageName = (value: string) => HOMEPAGES.find((page) => page.value === value)?.label ?? value

/** "add, update": who may do that may open the page, too; "open" for a user who may do nothing else there. */
const shownRights = (text: string) => (text === MAY_OPEN ? 'open' : text.replace(`${MAY_OPEN}, `, ''))

/** The columns of the functions: what a user may do with each. */
const rightsCells = Object.fromEntries(
  FUNCTION_IDS.map((id): [FunctionId, ColumnChange<UserRow>] => [
    id,
    {
      meta: { show: shownRights, cellTitle: (row) => row[id] || undefined },
      cell: ({ row }) => shownRights(row.original[id]),
    },
  ]),
)

/** The columns of both lists, Users and Authorisations. */
export const userColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<UserRow>(declared, {
    ...rightsCells,
    homepage: { meta: { show: homepageName }, cell: ({ row }) => homepageName(row.original.homepage) },
    state: { cell: ({ row }) => <UserStateBadge state={row.original.state} /> },
    waiting: { cell: ({ row }) => (row.original.waiting === 0 ? '' : String(row.original.waiting)) },
  })
