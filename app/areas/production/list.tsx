import { LATE_NAV } from '~/areas/navs/list'
import { lateColumn } from '~/platform/page/lateness'
import { showDay, showFixed, showInstant, showNavDate } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import { type ColumnChange, changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import type { FundProduction } from './production-row'

type Column<Id extends string> = GridColumn<FundProduction, Id>
type More = ColumnChange<FundProduction>
type Of<Value> = {
  [Id in keyof FundProduction]: FundProduction[Id] extends Value ? Id : never
}[keyof FundProduction]

const text = <Id extends Of<string | null>>(id: Id, header: string, more: More = {}): Column<Id> =>
  changed({ id, header, meta: { kind: 'text' }, cell: ({ row }) => row.original[id] ?? '' }, more)

const day = <Id extends Of<string | null>>(id: Id, header: string, show = showDay): Column<Id> => ({
  id,
  header,
  size: 120,
  meta: { kind: 'day', show },
  cell: ({ row }) => show(row.original[id]),
})

const count = <Id extends Of<number | null>>(id: Id, header: string, more: More = {}): Column<Id> =>
  changed(
    {
      id,
      header,
      size: 90,
      meta: { kind: 'number', decimals: 0, show: (value) => showFixed(value, 0) },
      cell: ({ row }) => row.original[id] ?? '',
    },
    more,
  )

const status = <Id extends 'current_status_display' | 'previous_status_display'>(
  id: Id,
  style: 'current_dashboard' | 'previous_dashboard',
  header: string,
): Column<Id> => ({
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

/** Columns of NAV Production (specification: Production row; the two styles are the badges of the statuses). */
export function productionColumns(timeZone: string) {
  const instant = <Id extends Of<Date | null>>(id: Id, header: string, more: More = {}): Column<Id> =>
    changed(
      {
        id,
        header,
        size: 145,
        meta: { kind: 'instant', show: showDay },
        cell: ({ row }) => showInstant(row.original[id], timeZone),
      },
      more,
    )
  return columnsOf<FundProduction>()([
    text('fund_code', 'Fund', { size: 80 }),
    text('name', 'Fund name', { meta: { cellTitle: (row) => row.name } }),
    changed(day('current_nav', 'Current NAV', showNavDate), {
      size: 135,
      meta: { title: 'The earliest NAV that is neither sent nor cancelled, else the latest' },
    }),
    status('current_status_display', 'current_dashboard', 'Status'),
    changed(day('max_prebalance_date', 'Max pre-balance date'), { meta: { hiddenByDefault } }),
    changed(day('max_sending_date', 'Max sending date'), { size: 165 }),
    lateColumn(LATE_NAV),
    text('accountant', 'Accountant'),
    instant('upload', 'Last control', { meta: { hiddenByDefault } }),
    text('uploader', 'Controlled by', { meta: { hiddenByDefault } }),
    text('why', 'Reason', { meta: { title: 'Reason of the last control', hiddenByDefault } }),
    text('rules', 'Rules', {
      size: 330,
      enableGrouping: false,
      meta: { title: 'Results of the current control' },
    }),
    count('ko_controls', 'Rules not OK', { size: 135, meta: { sum: true, hiddenByDefault } }),
    count('ok_controls', 'Rules OK', { meta: { sum: true, hiddenByDefault } }),
    instant('first_sending_validation_date', 'First submitted', {
      meta: { title: 'First Submit of the round', hiddenByDefault },
    }),
    instant('last_sending_validation_date', 'Last submitted', {
      meta: { title: 'Last Submit of the round', hiddenByDefault },
    }),
    count('count_validation_accountant', 'Times submitted', {
      meta: { title: 'In all rounds', hiddenByDefault },
    }),
    text('validating_manager', 'Validated by', { meta: { title: 'In this round', hiddenByDefault } }),
    count('count_validation_manager', 'Times validated', {
      meta: { title: 'In all rounds', hiddenByDefault },
    }),
    instant('sending_date', 'Sent', { meta: { title: 'Mark as sent in this round', hiddenByDefault } }),
    changed(day('previous_nav', 'Previous NAV', showNavDate), { meta: { hiddenByDefault } }),
    changed(status('previous_status_display', 'previous_dashboard', 'Previous status'), {
      meta: { hiddenByDefault },
    }),
  ])
}

/** Settings by which the address of NAV Production is parsed. */
export const PRODUCTION_GRID = {
  layout: 'productionboard',
  defaultSort: [{ column: 'fund_code', descending: false }],
}
