import { HOMEPAGES } from '~/areas/access/actor'
import type { FunctionChoice } from '~/areas/access/users.server'
import { showDay, showInstant } from '~/platform/values/show'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { GridQueryOptions } from '~/ui/grid/query'
import { USER_STATES, type UserRow, type UserState } from './user'

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

type TextField = 'user_name' | 'first_name' | 'last_name' | 'role' | 'queues'

const text = (
  id: TextField,
  label: string,
  rest: Partial<GridColumn<UserRow>> = {},
): GridColumn<UserRow> => ({
  id,
  label,
  kind: 'text',
  render: (row) => row[id],
  ...rest,
})

const NAME = text('user_name', 'User name', { groupable: false })
const QUEUES = text('queues', 'Queues', { slim: true, cellTitle: ({ queues }) => queues })
const STATE: GridColumn<UserRow> = {
  id: 'state',
  label: 'State',
  kind: 'badge',
  filter: 'select',
  options: USER_STATES.map((value) => ({ value, label: value })),
  render: ({ state }) => <UserStateBadge state={state} />,
}
const WAITING: GridColumn<UserRow> = {
  id: 'waiting',
  label: 'Pending',
  title: 'Pending second approval',
  kind: 'number',
  width: 70,
  render: ({ waiting }) => (waiting === 0 ? '' : String(waiting)),
}

const homepageName = (value: string) => HOMEPAGES.find((page) => page.value === value)?.label ?? value

/** Columns of the users: who they are, and whether they can log in. */
export function userColumns(timeZone: string): GridColumn<UserRow>[] {
  return [
    NAME,
    text('first_name', 'First name'),
    text('last_name', 'Last name'),
    text('role', 'Role'),
    QUEUES,
    {
      id: 'homepage',
      label: 'Homepage',
      kind: 'text',
      show: homepageName,
      render: ({ homepage }) => homepageName(homepage),
    },
    STATE,
    WAITING,
    {
      id: 'last_seen',
      label: 'Last seen',
      title: 'Last request of an active session',
      kind: 'instant',
      show: showDay,
      render: ({ last_seen }) => showInstant(last_seen, timeZone),
    },
    {
      id: 'created_at',
      label: 'Created',
      kind: 'instant',
      hiddenByDefault: true,
      show: showDay,
      render: ({ created_at }) => showInstant(created_at, timeZone),
    },
  ]
}

/** Columns of the authorisations of all users: a column for each function, "may open, add, update" in it. */
export function rightsColumns(functions: readonly FunctionChoice[]): GridColumn<UserRow>[] {
  return [
    NAME,
    text('role', 'Role'),
    { ...QUEUES, hiddenByDefault: true },
    ...functions.map(
      ({ id, name }): GridColumn<UserRow> => ({
        id,
        label: name,
        kind: 'text',
        width: 125,
        wrap: true,
        render: (row) => row[id],
      }),
    ),
    STATE,
    WAITING,
  ]
}
