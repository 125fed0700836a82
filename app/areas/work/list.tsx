import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { KindIcon } from '~/platform/objects/kind-icon'
import { DueIn, ListCount } from '~/platform/page/lateness'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { useSite } from '~/platform/page/use-site'
import { showDeadline } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Link } from '~/ui/open-close/close-link'
import type { WorkRow } from './fields.server'
import { kindCounted, type WorkView } from './work'
import { SECTIONS } from './work-numbers'

/** Columns of My work. */
export const workColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<WorkRow>(declared, {
    kind: { cell: ({ row }) => <KindIcon kind={row.original.kind} /> },
    title: { meta: { cellTitle: (row) => row.title } },
    status: {
      meta: { exported: (row) => `${row.status} (${row.queue})` },
      cell: ({ row }) => (
        <Badge kind={row.original.class} status={row.original.status} queue={row.original.queue} />
      ),
    },
    due: { cell: ({ row }) => showDeadline(row.original.due, row.original.dueTime) },
    section: {
      meta: { exported: (row) => SECTIONS[row.section] },
      cell: ({ row }) => SECTIONS[row.original.section],
    },
    days: {
      meta: {
        cellTitle: ({ due, dueTime }) => (due === null ? undefined : `Due ${showDeadline(due, dueTime)}`),
      },
      cell: ({ row }) => row.original.dueIn && <DueIn due={row.original.dueIn} />,
    },
    for: {
      cell: ({ row }) => row.original.for !== null && <span className="muted">for {row.original.for}</span>,
    },
    facts: { meta: { cellTitle: (row) => row.facts ?? '' } },
    figures: { meta: { cellTitle: (row) => row.figures ?? '' } },
    comment: { meta: { cellTitle: (row) => row.comment } },
  })

/**
 * The columns of a view: what waits for others or is done has no next step for the user.
 * @param substitutes whether the user substitutes someone
 */
export function declaredInView(
  declared: readonly DeclaredColumn[],
  view: WorkView,
  substitutes: boolean,
): DeclaredColumn[] {
  const isOwn = view === 'mine' || view === 'returned'
  return declared.filter(({ id }) => (id !== 'next' || isOwn) && (id !== 'for' || (isOwn && substitutes)))
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
