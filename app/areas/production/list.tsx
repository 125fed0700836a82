import { LATE_NAV } from '~/areas/navs/nav-words'
import { Instant } from '~/platform/page/instant'
import { lateColumn } from '~/platform/page/lateness'
import type { Day, TimeOfDay } from '~/platform/values/day'
import { showDay, showDeadline, showFixed, showNavDate } from '~/platform/values/show'
import type { EventClass } from '~/platform/workflow/types'
import { Badge, badgeKind } from '~/ui/badge/badge'
import { type ColumnChange, changed, columnsOf, type GridColumn } from '~/ui/grid/columns'

/**
 * The production status of one fund (specification: Production row). The current NAV is the one of the earliest date
 * that is neither SENT nor CANCELLED, else the latest; the previous one is of the date before it. Dates and people of
 * steps are those of the current NAV's round; counts are over all its rounds.
 */
export interface ProductionRow {
  /** Null, like all fields that depend on it, for a fund without any expected NAV. */
  current_nav_id: number | null
  fund_code: string
  name: string
  current_nav: Day | null
  max_prebalance_date: Day | null
  max_sending_date: Day | null
  /** The fund's: full name, or the user name that was imported when there is no such user. */
  accountant: string | null
  /** Who ran the current control. */
  uploader: string | null
  /** "SUBMITTED (TEAM LEADER)" */
  current_status_display: string | null
  /** Style of the badge. */
  current_dashboard: EventClass | null
  /** First and last Submit of the round. */
  first_sending_validation_date: Date | null
  last_sending_validation_date: Date | null
  /** Mark as sent. */
  sending_date: Date | null
  /** Who validated last. */
  validating_manager: string | null
  /** Submits of all rounds; null without a NAV. */
  count_validation_accountant: number | null
  /** Validations of all rounds; null without a NAV. */
  count_validation_manager: number | null
  /** Rules of the current control. */
  ko_controls: number | null
  ok_controls: number | null
  /** When the current control ran, and its reason. */
  upload: Date | null
  why: string | null
  previous_nav: Day | null
  previous_status_display: string | null
  previous_dashboard: EventClass | null
}

/** A row of the list, named by its fund: a fund without NAVs has one too. */
export interface FundProduction extends ProductionRow {
  fund_id: number
  /** Results of the current control: "29 OK · 1 not OK · 11 not applicable". */
  rules: string | null
  /** Until when on these days; null for their end. */
  max_prebalance_time: TimeOfDay | null
  max_sending_time: TimeOfDay | null
  /** See daysLateSql. */
  days_late: number | null
}

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

const instant = <Id extends Of<Date | null>>(id: Id, header: string, more: More = {}): Column<Id> =>
  changed(
    {
      id,
      header,
      size: 145,
      meta: { kind: 'instant', show: showDay },
      cell: ({ row }) => <Instant at={row.original[id]} />,
    },
    more,
  )

/** Columns of NAV Production (specification: Production row; the two styles are the badges of the statuses). */
export const PRODUCTION_COLUMNS = columnsOf<FundProduction>()([
  text('fund_code', 'Fund', { size: 80 }),
  text('name', 'Fund name', { meta: { cellTitle: (row) => row.name } }),
  changed(day('current_nav', 'Current NAV', showNavDate), {
    size: 135,
    meta: { title: 'The earliest NAV that is neither sent nor cancelled, else the latest' },
  }),
  changed(status('current_status_display', 'current_dashboard', 'Status'), {
    meta: { besideDrawer: 'end' },
  }),
  changed(day('max_prebalance_date', 'Max pre-balance date'), {
    size: 165,
    meta: { hiddenByDefault },
    cell: ({ row }) => showDeadline(row.original.max_prebalance_date, row.original.max_prebalance_time),
  }),
  changed(day('max_sending_date', 'Max sending date'), {
    size: 165,
    cell: ({ row }) => showDeadline(row.original.max_sending_date, row.original.max_sending_time),
  }),
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

/** Settings by which the address of NAV Production is parsed. */
export const PRODUCTION_GRID = {
  layout: 'productionboard',
  defaultSort: [{ column: 'fund_code', descending: false }],
}
