import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showDeadline, showFixed, showNavDate } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import type { FundProduction } from './fields.server'
import { PerShareCell, perShareOf } from './per-share'

const WHOLE = { meta: { show: (value: string) => showFixed(value, 0) } }

/** The columns of NAV Production (specification: Production row; the two styles are the badges of the statuses). */
export const productionColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<FundProduction>(declared, {
    name: { meta: { cellTitle: (row) => row.name } },
    current_nav: { meta: { show: showNavDate }, cell: ({ row }) => showNavDate(row.original.current_nav) },
    current_status_display: {
      cell: ({ row: { original } }) =>
        statusBadge(original.current_status_display, original.current_dashboard),
    },
    max_prebalance_date: {
      cell: ({ row: { original } }) =>
        showDeadline(original.max_prebalance_date, original.max_prebalance_time),
    },
    max_sending_date: {
      cell: ({ row: { original } }) => showDeadline(original.max_sending_date, original.max_sending_time),
    },
    nav_per_share: {
      accessorFn: (row) => perShareOf(row.nav_per_share)?.values.at(-1) ?? null,
      cell: ({ row }) => <PerShareCell text={row.original.nav_per_share} />,
    },
    ko_controls: WHOLE,
    ok_controls: WHOLE,
    count_validation_accountant: WHOLE,
    count_validation_manager: WHOLE,
    previous_nav: { meta: { show: showNavDate }, cell: ({ row }) => showNavDate(row.original.previous_nav) },
    previous_status_display: {
      cell: ({ row: { original } }) =>
        statusBadge(original.previous_status_display, original.previous_dashboard),
    },
  })

const statusBadge = (shown: string | null, style: string | null) =>
  shown === null ? null : <Badge kind={badgeKind(style ?? '')} status={shown} />

/** Settings by which the address of NAV Production is parsed. */
export const PRODUCTION_GRID = {
  layout: 'productionboard',
  defaultSort: [{ column: 'fund_code', descending: false }],
}
