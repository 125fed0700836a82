import { KindIcon } from '~/platform/objects/kind-icon'
import { Instant } from '~/platform/page/instant'
import { DueIn, ListCount, lateColumn } from '~/platform/page/lateness'
import { useSite } from '~/platform/page/use-site'
import { showAmount, showDay, showDeadline } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import { Link } from '~/ui/open-close/close-link'
import { kindCounted, type WorkRow, type WorkView } from './work'
import { SECTIONS } from './work-numbers'

const KINDS = ['NAV', 'Draft', 'Invoice', 'Budget', 'Task', 'Bank account', 'Change'].map((value) => ({
  value,
  label: value,
}))

const SECTION_OPTIONS = Object.entries(SECTIONS).map(([value, label]) => ({ value, label }))

const LATE = lateColumn<WorkRow>('Business days since it was due', (row) => row.due)

/** Columns of My work: what it is, its status and when it is due; then what it is about and who sent it here. */
export const WORK_COLUMNS = columnsOf<WorkRow>()([
  {
    id: 'kind',
    header: 'Kind',
    size: 116,
    meta: { kind: 'text', filter: 'select', options: KINDS, phone: 'object' },
    cell: ({ row }) => <KindIcon kind={row.original.kind} />,
  },
  {
    id: 'title',
    header: 'What',
    size: 315,
    meta: { kind: 'text', cellTitle: (row) => row.title, phone: 'name' },
    cell: ({ row }) => row.original.title,
  },
  {
    id: 'status',
    header: 'Status',
    size: 235,
    meta: { kind: 'badge', exported: (row) => `${row.status} (${row.queue})`, phone: 'status' },
    cell: ({ row }) => (
      <Badge kind={row.original.class} status={row.original.status} queue={row.original.queue} />
    ),
  },
  {
    id: 'queue',
    header: 'Queue',
    size: 140,
    meta: { kind: 'text', hiddenByDefault: true },
    cell: ({ row }) => row.original.queue,
  },
  {
    id: 'due',
    header: 'Due',
    size: 135,
    meta: { kind: 'day', show: showDay },
    cell: ({ row }) => showDeadline(row.original.due, row.original.dueTime),
  },
  {
    id: 'section',
    header: 'When',
    size: 100,
    // In the order of the days, which is that of their numbers.
    accessorFn: ({ section }) => String(section),
    meta: {
      kind: 'text',
      filter: 'select',
      options: SECTION_OPTIONS,
      hiddenByDefault: true,
      bareGroups: true,
      exported: (row) => SECTIONS[row.section],
    },
    cell: ({ row }) => SECTIONS[row.original.section],
  },
  {
    id: 'days',
    header: 'Days left',
    size: 130,
    meta: {
      kind: 'number',
      decimals: 0,
      title: 'Days until it is due; negative, in business days, when it is late',
      phone: 'due',
      cellTitle: ({ due, dueTime }) => (due === null ? undefined : `Due ${showDeadline(due, dueTime)}`),
    },
    cell: ({ row }) => row.original.dueIn && <DueIn due={row.original.dueIn} />,
  },
  { ...LATE, meta: { ...LATE.meta, hiddenByDefault: true } },
  {
    id: 'next',
    header: 'Next step',
    size: 100,
    enableSorting: false,
    enableColumnFilter: false,
    meta: { kind: 'text', title: 'What you can do next', phone: 'next' },
    cell: ({ row }) => row.original.next ?? '',
  },
  {
    id: 'for',
    header: 'For',
    size: 140,
    meta: { kind: 'text', title: 'Whom you substitute in it' },
    cell: ({ row }) => row.original.for !== null && <span className="muted">for {row.original.for}</span>,
  },
  {
    id: 'amount',
    header: 'Amount',
    size: 115,
    meta: {
      kind: 'number',
      decimals: 2,
      show: showAmount,
      currency: (row) => row.currency,
      title: 'Gross amount, or the budget',
      phone: 'amount',
    },
    cell: ({ row: { original } }) =>
      original.amount !== null && showAmount(original.amount, original.currency),
  },
  {
    id: 'currency',
    header: 'Ccy',
    size: 60,
    meta: { kind: 'text', phone: 'currency' },
    cell: ({ row }) => row.original.currency ?? '',
  },
  {
    id: 'facts',
    header: 'Rules',
    size: 180,
    enableGrouping: false,
    meta: {
      kind: 'text',
      title: 'Results of the current control of a NAV',
      cellTitle: (row) => row.facts ?? '',
    },
    cell: ({ row }) => row.original.facts ?? '',
  },
  {
    id: 'figures',
    header: 'Figures',
    size: 330,
    enableSorting: false,
    enableColumnFilter: false,
    enableGrouping: false,
    meta: {
      kind: 'text',
      title: 'Total net assets and NAV per share with their movements, or how far a process is',
      cellTitle: (row) => row.figures ?? '',
    },
    cell: ({ row }) => row.original.figures ?? '',
  },
  {
    id: 'by',
    header: 'From',
    size: 130,
    meta: { kind: 'text', title: 'Who sent it here' },
    cell: ({ row }) => row.original.by,
  },
  {
    id: 'since',
    header: 'Since',
    size: 140,
    meta: { kind: 'instant' },
    cell: ({ row }) => <Instant at={row.original.since} />,
  },
  {
    id: 'comment',
    header: 'Comment',
    enableGrouping: false,
    meta: { kind: 'text', values: false, cellTitle: (row) => row.comment },
    cell: ({ row }) => row.original.comment,
  },
])

/**
 * The columns of a view: what waits for others or is done has no next step for the user.
 * @param substitutes whether the user substitutes someone
 */
export function columnsIn(view: WorkView, substitutes: boolean) {
  const isOwn = view === 'mine' || view === 'returned'
  return WORK_COLUMNS.filter(({ id }) => (id !== 'next' || isOwn) && (id !== 'for' || (isOwn && substitutes)))
}

/** Settings by which the address of My work is parsed: what is due first comes first, then what waits longest. */
export const WORK_GRID = {
  layout: 'mywork',
  defaultSort: [
    { column: 'due', descending: false },
    { column: 'since', descending: false },
  ],
}

/** The same for one list: what waits for the user is in parts by its due day. */
export const workGrid = (view: WorkView) =>
  view === 'mine' ? { ...WORK_GRID, defaultGroups: ['section'], openGroups: 'all' as const } : WORK_GRID

/** How many rows there are; of what waits for the user, how many are late and how many of each kind, as links to these. */
export function WorkCounts({ isMine, total, path }: { isMine: boolean; total: number; path: string }) {
  const { late = 0, kinds = [] } = useSite()?.work ?? {}
  return (
    <>
      <ListCount total={total} late={isMine ? late : 0} path={path} />
      {isMine &&
        kinds.length > 1 &&
        kinds.map(({ kind, waiting }) => (
          <Link key={kind} className="muted" to={`${path}?${new URLSearchParams({ 'filter.kind': kind })}`}>
            {kindCounted(kind, waiting)}
          </Link>
        ))}
    </>
  )
}
