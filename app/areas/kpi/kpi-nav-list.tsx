import { showDay, showNavDate } from '~/platform/values/show'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { KPI, type KpiNav, type KpiOutcome } from './kpi'

/** The result of a NAV by a method, as a badge. */
export const OUTCOMES: Record<KpiOutcome, { kind: BadgeKind; label: string }> = {
  met: { kind: 'success', label: 'Met' },
  missed: { kind: 'failed', label: 'Missed' },
  open: { kind: 'pending', label: 'Open' },
  unmeasured: { kind: 'invalidated', label: 'No limit date' },
  counted: { kind: 'new', label: 'Counted' },
}

/** What each method requires, for the texts of columns and rows. */
export const METHOD_LABELS: Record<number, string> = {
  1: 'First marked as sent on or before the max sending date',
  2: 'Last document reception, as entered with the first Submit, on or before the max pre-balance date',
  3: 'First control on or before the max pre-balance date',
  4: 'Sent with one Submit only',
  5: 'How often the NAV was reopened',
}

const text = (id: string, label: string, value: (nav: KpiNav) => string): GridColumn<KpiNav> => ({
  id,
  header: label,
  meta: { kind: 'text', wrap: true },
  cell: ({ row }) => value(row.original),
})

const NAV: GridColumn<KpiNav> = text('nav_date', 'NAV', (nav) => showNavDate(nav.nav_date))
const COMMENT: GridColumn<KpiNav>[] = [
  text('comment', 'Comment', (nav) => nav.comment ?? ''),
  text('free_text', 'Free text', (nav) => nav.free_text ?? ''),
  text('said_by', 'By', (nav) => nav.said_by ?? ''),
]

const OUTCOME: GridColumn<KpiNav> = {
  id: 'outcome',
  header: 'Result',
  meta: { kind: 'badge' },
  cell: ({ row }) => (
    <Badge kind={OUTCOMES[row.original.outcome].kind} status={OUTCOMES[row.original.outcome].label} />
  ),
}

const times = (label: string): GridColumn<KpiNav> => ({
  id: 'times',
  header: label,
  size: 90,
  meta: { kind: 'number' },
  cell: ({ row }) => row.original.times ?? '',
})

function columnsOf(methodId: number): GridColumn<KpiNav>[] {
  if (methodId === KPI.resends) return [NAV, times('Reopened'), ...COMMENT]
  if (methodId === KPI.firstTime) return [NAV, OUTCOME, times('Submits'), ...COMMENT]
  return [
    NAV,
    OUTCOME,
    text('due', 'Limit', (nav) => showDay(nav.due)),
    text('done', 'Done', (nav) => showDay(nav.done)),
    ...COMMENT,
  ]
}

interface KpiNavListProps {
  /** "LUX001 2026-10, NAV on time" */
  title: string
  methodId: number
  navs: KpiNav[]
}

/** The NAVs behind a row; each links to the page where its KPIs are commented. */
export function KpiNavList({ title, methodId, navs }: KpiNavListProps) {
  return (
    <>
      <p className="muted">{METHOD_LABELS[methodId]}. Add comments in the NAV's KPI tab.</p>
      <Grid
        title={title}
        panel
        columns={columnsOf(methodId)}
        rows={navs}
        total={navs.length}
        rowKey={({ nav_id }) => String(nav_id)}
        rowHref={({ nav_id }) => `/production/${nav_id}/kpi`}
        rowLabel={({ nav_date }) => `NAV ${showNavDate(nav_date)}`}
        empty="The NAVs of this month have since been cancelled."
      />
    </>
  )
}
