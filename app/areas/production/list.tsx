import { LATE_NAV } from '~/areas/navs/nav-labels'
import { lateColumn } from '~/platform/page/lateness'
import { fieldColumns } from '~/platform/page/shown-columns'
import { showDeadline, showFixed, showNavDate } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import type { FundProduction } from './fields.server'
import { PerShareCell, perShareOf } from './per-share'

const { count, day, instant, text } = fieldColumns<FundProduction>()

const status = <Id extends 'current_status_display' | 'previous_status_display'>(
  id: Id,
  style: 'current_dashboard' | 'previous_dashboard',
  header: string,
): GridColumn<FundProduction, Id> => ({
  id,
  header,
  size: 240,
  meta: { kind: 'badge' },
  cell: ({ row }) => {
    const shown = row.original[id]
    return shown === null ? null : <Badge kind={badgeKind(row.original[style] ?? '')} status={shown} />
  },
})

const hiddenByDefault = true

const show = (value: string) => showFixed(value, 0)

/** Columns of NAV Production (specification: Production row; the two styles are the badges of the statuses). */
export const PRODUCTION_COLUMNS = columnsOf<FundProduction>()([
  text('fund_code', 'Fund', { size: 80, meta: { phone: 'object' } }),
  text('name', 'Fund name', { meta: { cellTitle: (row) => row.name, phone: 'name' } }),
  day('current_nav', 'Current NAV', {
    size: 135,
    meta: {
      title: 'The earliest NAV that is neither sent nor cancelled, else the latest',
      show: showNavDate,
    },
    cell: ({ row }) => showNavDate(row.original.current_nav),
  }),
  changed(status('current_status_display', 'current_dashboard', 'Status'), {
    meta: { besideDrawer: 'end', phone: 'status' },
  }),
  day('max_prebalance_date', 'Max pre-balance date', {
    size: 165,
    meta: { hiddenByDefault },
    cell: ({ row }) => showDeadline(row.original.max_prebalance_date, row.original.max_prebalance_time),
  }),
  day('max_sending_date', 'Max sending date', {
    size: 165,
    meta: { phone: 'due' },
    cell: ({ row }) => showDeadline(row.original.max_sending_date, row.original.max_sending_time),
  }),
  {
    id: 'nav_per_share',
    header: 'NAV per share',
    size: 175,
    enableSorting: false,
    enableColumnFilter: false,
    enableGrouping: false,
    accessorFn: (row) => perShareOf(row.nav_per_share)?.values.at(-1) ?? null,
    meta: { kind: 'number', decimals: 5, title: 'Of the first class, on its last 20 NAV dates' },
    cell: ({ row }) => <PerShareCell text={row.original.nav_per_share} />,
  },
  lateColumn(LATE_NAV, (row) => row.late_since),
  text('accountant', 'Accountant'),
  instant('upload', 'Last control', { meta: { hiddenByDefault } }),
  text('uploader', 'Controlled by', { meta: { hiddenByDefault } }),
  text('why', 'Reason', { meta: { title: 'Reason of the last control', hiddenByDefault } }),
  text('rules', 'Rules', {
    size: 330,
    enableGrouping: false,
    meta: { title: 'Results of the current control' },
  }),
  count('ko_controls', 'Rules not OK', { size: 135, meta: { sum: true, show, hiddenByDefault } }),
  count('ok_controls', 'Rules OK', { meta: { sum: true, show, hiddenByDefault } }),
  instant('first_sending_validation_date', 'First submitted', {
    meta: { title: 'First Submit of the round', hiddenByDefault },
  }),
  instant('last_sending_validation_date', 'Last submitted', {
    meta: { title: 'Last Submit of the round', hiddenByDefault },
  }),
  count('count_validation_accountant', 'Times submitted', {
    meta: { title: 'In all rounds', show, hiddenByDefault },
  }),
  text('validating_manager', 'Validated by', { meta: { title: 'In this round', hiddenByDefault } }),
  count('count_validation_manager', 'Times validated', {
    meta: { title: 'In all rounds', show, hiddenByDefault },
  }),
  instant('sending_date', 'Sent', { meta: { title: 'Mark as sent in this round', hiddenByDefault } }),
  day('previous_nav', 'Previous NAV', {
    size: 120,
    meta: { hiddenByDefault, show: showNavDate },
    cell: ({ row }) => showNavDate(row.original.previous_nav),
  }),
  changed(status('previous_status_display', 'previous_dashboard', 'Previous status'), {
    meta: { hiddenByDefault },
  }),
])

/** Settings by which the address of NAV Production is parsed. */
export const PRODUCTION_GRID = {
  layout: 'productionboard',
  defaultSort: [{ column: 'fund_code', descending: false }],
}
