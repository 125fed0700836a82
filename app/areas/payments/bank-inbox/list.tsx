import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { stepsHref } from '~/areas/work/bulk-steps'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showIban } from '~/platform/values/show'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import type { BankEntryRow } from './fields.server'

/** A cell of two lines. */
function Two({ first, second }: { first: ReactNode; second: string | null }) {
  return (
    <>
      {first}
      {second && <span className="grid__second">{second}</span>}
    </>
  )
}

/**
 * Columns of the Bank inbox.
 * @param decides whether the user decides entries: they see what they can do, in place of what is left to do
 */
export const entryColumns = (declared: readonly DeclaredColumn[], { decides = false } = {}) =>
  columnsOfFields<BankEntryRow>(declared, {
    entity: {
      cell: ({ row: { original } }) => <Two first={original.entity} second={showIban(original.account)} />,
    },
    counterparty: {
      cell: ({ row: { original } }) => (
        <Two
          first={original.counterparty || <span className="muted">Not named by the bank</span>}
          second={original.text}
        />
      ),
    },
    decision: decides ? { cell: ({ row }) => <Act entry={row.original} /> } : {},
    confidence: {
      meta: { exported: (row) => row.decision },
      cell: ({ row }) => row.original.decision,
    },
    account: { cell: ({ row }) => showIban(row.original.account) },
    counterparty_account: { cell: ({ row }) => showIban(row.original.counterparty_account) },
  })

/** The first act on an entry: taking a proposal with which all details agree, else the page of the entry. */
function Act({ entry: { id, decision } }: { entry: BankEntryRow }) {
  const { search } = useLocation()
  if (decision === 'Explained') return decision
  if (decision === 'All details agree')
    return (
      <Link
        className="button"
        to={`${stepsHref([String(id)], `/bank-inbox${search}`)}&step=accept`}
        aria-label={`Accept the proposal of entry ${id}`}
      >
        Accept…
      </Link>
    )
  return (
    <OpenLink className="button" to={`/bank-inbox/${id}`} aria-label={`Decide entry ${id}`}>
      Decide…
    </OpenLink>
  )
}

/** Settings by which calls are parsed: unexplained entries first, the newest of them on top. */
export const BANK_ENTRY_GRID = {
  layout: 'bankinbox',
  defaultSort: [
    { column: 'event_status', descending: true },
    { column: 'booking_date', descending: true },
  ],
}

/** The same for the address of the Bank inbox: in parts, what can be accepted at once first. */
export const BANK_INBOX_GRID = {
  ...BANK_ENTRY_GRID,
  defaultGroups: ['confidence'],
  openGroups: 'all' as const,
}
