import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { stepsHref } from '~/areas/work/bulk-steps'
import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { showIban } from '~/platform/values/show'
import { columnsOf } from '~/ui/grid/columns'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { DECISIONS, TOPICS } from './bank-entry'
import type { BankEntryRow } from './fields.server'

const entry = fieldColumns<BankEntryRow>()

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** A cell of two lines. */
function Two({ first, second }: { first: ReactNode; second: string | null }) {
  return (
    <>
      {first}
      {second && <span className="grid__second">{second}</span>}
    </>
  )
}

/** Columns of the Bank inbox. */
export const BANK_ENTRY_COLUMNS = columnsOf<BankEntryRow>()([
  entry.day('booking_date', 'Booked', { size: 110, meta: { phone: 'due' } }),
  entry.slim('entity', 'Account', {
    size: 225,
    cell: ({ row: { original } }) => <Two first={original.entity} second={showIban(original.account)} />,
  }),
  entry.slim('counterparty', 'Counterparty, text', {
    size: 250,
    meta: { phone: 'object' },
    cell: ({ row: { original } }) => (
      <Two
        first={original.counterparty || <span className="muted">Not named by the bank</span>}
        second={original.text}
      />
    ),
  }),
  entry.slim('text', 'Text', {
    size: 170,
    enableGrouping: false,
    meta: { values: false, hiddenByDefault: true },
  }),
  entry.amount('amount', 'Amount', {
    size: 112,
    meta: { besideDrawer: 'end', phone: 'amount' },
  }),
  entry.slim('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  entry.text('proposal', 'Proposal', { size: 245, meta: { wrap: true } }),
  entry.text('decision', 'Decision', {
    size: 115,
    meta: { filter: 'select', options: options(DECISIONS), title: 'Whether a proposal can be accepted' },
  }),
  entry.text('confidence', 'Confidence', {
    size: 130,
    meta: {
      filter: 'select',
      options: DECISIONS.map((label, at) => ({ value: String(at + 1), label })),
      hiddenByDefault: true,
      bareGroups: true,
      exported: (row) => row.decision,
    },
    cell: ({ row }) => row.original.decision,
  }),
  entry.slim('account', 'IBAN', {
    size: 210,
    meta: { unspaced: true, hiddenByDefault: true },
    cell: ({ row }) => showIban(row.original.account),
  }),
  entry.text('topic', 'Topic', { size: 125, meta: { filter: 'select', options: options(TOPICS) } }),
  entry.count('age', 'Age', { size: 65, meta: { title: 'Calendar days since it was booked' } }),
  entry.slim('owner', 'Owner', { size: 120 }),
  statusColumn(190, { header: 'State', meta: { phone: 'status' } }),
  entry.slim('words', 'About', { size: 260, enableGrouping: false, meta: { values: false } }),
  entry.day('value_date', 'Value date', { size: 100, meta: { hiddenByDefault: true } }),
  entry.slim('counterparty_account', 'Their account', {
    size: 210,
    meta: { unspaced: true, hiddenByDefault: true },
    cell: ({ row }) => showIban(row.original.counterparty_account),
  }),
  entry.count('invoice_id', 'Invoice', { enableGrouping: false }),
  entry.count('run_id', 'Run', { size: 75 }),
  entry.slim('file_name', 'File', { meta: { hiddenByDefault: true } }),
  entry.slim('kind', 'Kind', { size: 90, meta: { hiddenByDefault: true } }),
  entry.instant('received_at', 'Received'),
  entry.slim('explained_as', 'Explained as', { size: 110 }),
  entry.slim('explained_by', 'Explained by', { size: 120 }),
  entry.instant('explained_at', 'Explained at'),
  entry.slim('comment', 'Comment', { enableGrouping: false, meta: { values: false } }),
  entry.count('id', 'Entry', { size: 80, enableGrouping: false }),
])

/** The same for those who decide: what they can do with an entry, in place of what is left to do. */
export const DECIDED_ENTRY_COLUMNS = BANK_ENTRY_COLUMNS.map((column) =>
  column.id === 'decision' ? { ...column, cell: actOf } : column,
)

function actOf({ row }: { row: { original: BankEntryRow } }) {
  return <Act entry={row.original} />
}

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
