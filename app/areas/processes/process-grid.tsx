import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { InlineForm } from '~/ui/editing/inline-form'
import type { Refused } from '~/ui/form/refusal'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { gridHref } from '~/ui/grid/href'
import type { Listed } from '~/ui/grid/listed'
import { shownQuery } from '~/ui/grid/shown-query'
import { ErrorBanner } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import { PROCESS_GRID, processColumns, processName } from './list'
import type { ProcessRow } from './process'
import type { ProcessUser } from './process-users.server'
import { UserLink, UserSelect } from './user-cell'

interface ProcessGridProps {
  grid: Listed<ProcessRow>
  /** Who may be chosen for the row that is edited; null while none is. */
  users: readonly ProcessUser[] | null
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
  const columns = processColumns()
  // Of the address: the list is not loaded again when editing ends.
  const query = shownQuery(grid.parsed, search, columns)
  const href = (edit: string | null) =>
    gridHref({ pathname: '/processes', search }, query, { edit }, columns, PROCESS_GRID)
  const edited = users && grid.rows.find((row) => keyOf(row) === query.edit)
  return (
    <InlineForm
      form={
        edited
          ? {
              id: 'assign',
              idempotencyKey,
              hidden: { entityProcessDateId: keyOf(edited), seenUserId: String(edited.user_id ?? '') },
              refused,
            }
          : null
      }
      cancelHref={href(null)}
    >
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
                  id === 'user_name' ? <UserSelect row={row} users={users} /> : undefined,
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
    render: (row) => <UserLink name={row.user_name} of={processName(row)} to={href(keyOf(row))} />,
  }
}

/** What no cell can say: the row went away, or the refusal is not about who was chosen. */
function Refusal({ refused: { refusal }, inCell }: { refused: Refused; inCell: boolean }) {
  if (inCell && refusal.fields?.user_id) return null
  return (
    <PageSection>
      <ErrorBanner title={refusal.title} text={refusal.message} list={refusal.list} />
    </PageSection>
  )
}
