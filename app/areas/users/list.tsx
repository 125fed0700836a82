import { type FunctionId, HOMEPAGES } from '~/areas/access/actor'
import type { FunctionChoice } from '~/areas/access/users.server'
import { fieldColumns } from '~/platform/page/shown-columns'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import type { GridQueryOptions } from '~/ui/grid/query'
import type { UserRow } from './fields.server'
import { USER_STATES, type UserState } from './user'

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

const { instant, text } = fieldColumns<UserRow>()

const NAME = text('user_name', 'User name', { enableGrouping: false, meta: { phone: 'object' } })
const QUEUES = text('queues', 'Queues', {
  meta: { slim: true, cellTitle: ({ queues }) => queues, phone: 'next' },
})
const STATE: GridColumn<UserRow, 'state'> = {
  id: 'state',
  header: 'State',
  meta: {
    kind: 'badge',
    filter: 'select',
    options: USER_STATES.map((value) => ({ value, label: value })),
    phone: 'status',
  },
  cell: ({ row }) => <UserStateBadge state={row.original.state} />,
}
const WAITING: GridColumn<UserRow, 'waiting'> = {
  id: 'waiting',
  header: 'Pending',
  size: 70,
  meta: { title: 'Pending second approval', kind: 'number' },
  cell: ({ row }) => (row.original.waiting === 0 ? '' : String(row.original.waiting)),
}

const homepageName = (value: string) => HOMEPAGES.find((page) => page.value === value)?.label ?? value

/**
 * Columns of the users: who they are, and whether they can log in.
 * @param isPast without their sessions, which are those of the present
 */
export function userColumns({ isPast = false } = {}) {
  return columnsOf<UserRow>()([
    NAME,
    text('first_name', 'First name'),
    text('last_name', 'Last name'),
    text('role', 'Role', { meta: { phone: 'name' } }),
    QUEUES,
    {
      id: 'homepage',
      header: 'Homepage',
      meta: { kind: 'text', show: homepageName },
      cell: ({ row }) => homepageName(row.original.homepage),
    },
    STATE,
    WAITING,
    ...(isPast
      ? []
      : [instant('last_seen', 'Last seen', { meta: { title: 'Last request of an active session' } })]),
    instant('created_at', 'Created', { meta: { hiddenByDefault: true } }),
  ])
}

/** Columns of the authorisations of all users: a column for each function, "may open, add, update" in it. */
export function rightsColumns(functions: readonly FunctionChoice[]): GridColumn<UserRow>[] {
  return [
    NAME,
    text('role', 'Role'),
    changed(QUEUES, { meta: { hiddenByDefault: true } }),
    ...functionColumns(functions),
    STATE,
    WAITING,
  ]
}

/** The rights of users to functions. */
export function functionColumns(functions: readonly FunctionChoice[]) {
  return functions.map(
    ({ id, name }): GridColumn<UserRow, FunctionId> => ({
      id,
      header: name,
      size: 125,
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => row.original[id],
    }),
  )
}
