import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { WithDeclared } from '~/platform/lists/list-fields.server'
import { InlineForm } from '~/ui/editing/inline-form'
import { lazily } from '~/ui/enhanced/later'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { gridHref } from '~/ui/grid/href'
import { shownQuery } from '~/ui/grid/parse-query'
import { Empty, ErrorBanner } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import type { UserChoices } from './assign-process.server'
import type { ProcessRow } from './fields.server'
import { PROCESS_GRID, processColumns, processName } from './list'

/** The user of a process: a link that turns the cell into a select. */
function UserLink({ name, of, to }: { name: string; of: string; to: string }) {
  return (
    <Link className="user-cell" to={to} replace preventScrollReset>
      <span className={name === '' ? 'muted' : undefined}>{name || 'Assign…'}</span>
      <span className="hidden-text">{name === '' ? ` ${of}` : `: assign ${of} to someone else`}</span>
    </Link>
  )
}

/** Loaded when a cell is edited, as few readers of the list change it. */
const [EditedForm, UserInput, InlineActions] = [
  lazily(() => import('~/ui/editing/inline-fields').then((code) => code.EditedForm), 'shown'),
  lazily(() => import('~/ui/editing/inline-fields').then((code) => code.InlineInput), 'shown'),
  lazily(() => import('~/ui/editing/inline-fields').then((code) => code.InlineActions), 'shown'),
]

const ConfirmLeavingRow = lazily(
  () => import('~/platform/page/use-unsaved').then((code) => code.ConfirmLeavingRow),
  'shown',
)

/** The cell while it is edited. */
function UserCell({ row, users: { options, search } }: { row: ProcessRow; users: UserChoices }) {
  const value = String(row.user_id ?? '')
  const isOffered = row.user_id === null || options.some((option) => option.value === value)
  const label = search === undefined ? `${row.user_name} (may no longer open Processes)` : row.user_name
  return (
    <>
      <UserInput
        name="user_id"
        label="User"
        kind="choice"
        value={value}
        options={isOffered ? options : [{ value, label }, ...options]}
        search={search}
        blank="Unassigned"
        savesChoice
        first
      />
      <InlineActions />
    </>
  )
}

/** Shown when there are no processes: what a process is and how to begin. */
export function ProcessesEmpty({ mayDefine }: { mayDefine: boolean }) {
  return (
    <Empty
      title="No processes yet"
      act={
        mayDefine && (
          <Link className="button button--primary" to="/admin/lookups">
            Define processes
          </Link>
        )
      }
    >
      A process is the work for an entity at each of its events, such as a month end. Its tasks appear here
      for the year ahead.{!mayDefine && ' Administrators define processes, and the entities that run them.'}
    </Empty>
  )
}

interface ProcessGridProps {
  grid: Listed<ProcessRow> & WithDeclared
  /** The users to choose from for the row that is edited; null while none is. */
  users: UserChoices | null
  mayAssign: boolean
  idempotencyKey: string
  refused?: Refused
  /** Below the row that is expanded. */
  detail: (row: ProcessRow) => ReactNode
  empty: ReactNode
}

/** The dates of processes; a click expands one of them, and only its user can be changed (specification, section 2). */
export function ProcessGrid({
  grid,
  users,
  mayAssign,
  idempotencyKey,
  refused,
  detail,
  empty,
}: ProcessGridProps) {
  const { search } = useLocation()
  const columns = processColumns(grid.declared)
  // Part of the address: the list is not loaded again when editing ends.
  const query = shownQuery(grid.parsed, search, columns)
  const href = (edit: string | null) =>
    gridHref({ pathname: '/processes', search }, query, { edit }, columns, PROCESS_GRID)
  const edited = users && grid.rows.find((row) => keyOf(row) === query.edit)
  const form = edited
    ? {
        id: 'assign',
        idempotencyKey,
        hidden: { entityProcessDateId: keyOf(edited), seenUserId: String(edited.user_id ?? '') },
        refused,
      }
    : null
  return (
    <InlineForm form={form} cancelHref={href(null)}>
      {form && <EditedForm form={form} />}
      {form && <ConfirmLeavingRow form={form} base="/processes" shownBy="edit" />}
      {refused && <Refusal refused={refused} inCell={edited !== undefined} />}
      <Grid
        title="Processes"
        columns={mayAssign ? columns.map((column) => assignable(column, href)) : columns}
        {...grid}
        options={PROCESS_GRID}
        path="/processes"
        exportTo="/processes/export/processes"
        clickExpands
        rowKey={keyOf}
        rowLabel={processName}
        openKey={query.expanded ?? undefined}
        detail={detail}
        editing={
          users && edited
            ? {
                key: keyOf(edited),
                actions: null,
                cell: ({ id }, row) =>
                  id === 'user_name' ? <UserCell row={row} users={users} /> : undefined,
              }
            : undefined
        }
        empty={empty}
      />
    </InlineForm>
  )
}

const keyOf = (row: ProcessRow) => String(row.entity_process_date_id)

/** The column of the user with a way to change it. */
function assignable(column: GridColumn<ProcessRow>, href: (edit: string) => string): GridColumn<ProcessRow> {
  if (column.id !== 'user_name') return column
  return {
    ...column,
    cell: ({ row }) => (
      <UserLink name={row.original.user_name} of={processName(row.original)} to={href(keyOf(row.original))} />
    ),
  }
}

/** Messages that no cell can show: the row no longer exists, or the refusal is not about the chosen user. */
function Refusal({ refused: { refusal }, inCell }: { refused: Refused; inCell: boolean }) {
  if (inCell && refusal.fields?.user_id) return null
  return (
    <PageSection>
      <ErrorBanner title={refusal.title} text={refusal.message} list={refusal.list} />
    </PageSection>
  )
}
