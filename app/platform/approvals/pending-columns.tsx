import { Link } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { showDay } from '~/platform/values/show'
import { columnsOf } from '~/ui/grid/columns'

/** A waiting change as lists show it. */
export interface WaitingChange {
  id: number
  kind: string
  target: string
  /** "User marie", "Authorisation of marie for NAV Controls". */
  description: string
  /** What it does, field by field: "Bic: BGLLLULL → BILLLULL"; one line for each of several things. */
  change: string
  requestedBy: number | null
  /** Full name of the requester; "Command line" when no user was logged in. */
  requester: string
  requestedAt: Date
  /** The requester's reason; empty when none was given. */
  comment: string
  /** The page with the grounds for the change, and its name; null where there is none. */
  proposedFrom: { label: string; href: string } | null
}

/** Columns of the list of waiting changes. */
export const PENDING_COLUMNS = columnsOf<WaitingChange>()([
  {
    id: 'description',
    header: 'What',
    enableGrouping: false,
    meta: { kind: 'text', wrap: true, phone: 'object' },
    cell: ({ row }) => row.original.description,
  },
  {
    id: 'change',
    header: 'Change',
    size: 260,
    // Built from stored data that has no order.
    enableSorting: false,
    meta: { kind: 'text', wrap: true, values: false, phone: 'name' },
    cell: ({ row }) => row.original.change,
  },
  {
    id: 'comment',
    header: 'Reason',
    meta: { kind: 'text', wrap: true, values: false, phone: 'next' },
    cell: ({ row: { original } }) => (
      <>
        {original.comment}
        {original.proposedFrom && (
          <>
            {' '}
            <Link to={original.proposedFrom.href}>Open {original.proposedFrom.label}</Link>
          </>
        )}
      </>
    ),
  },
  {
    id: 'requester',
    header: 'Requested by',
    size: 130,
    meta: { kind: 'text', phone: 'status' },
    cell: ({ row }) => row.original.requester,
  },
  {
    id: 'requestedAt',
    header: 'Requested',
    meta: { kind: 'instant', show: showDay, phone: 'due' },
    cell: ({ row }) => <Instant at={row.original.requestedAt} />,
  },
])
