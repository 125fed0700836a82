import { showDay, showFixed, showInstant, showNavDate } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { ProductionRow } from './production-row'

type Column = GridColumn<ProductionRow>
type Of<Value> = {
  [Id in keyof ProductionRow]: ProductionRow[Id] extends Value ? Id : never
}[keyof ProductionRow]

const text = (id: Of<string | null>, label: string, more: Partial<Column> = {}): Column => ({
  ...{ id, label, kind: 'text', ...more },
  render: (row) => row[id] ?? '',
})

const day = (id: Of<string | null>, label: string, show = showDay): Column => ({
  ...{ id, label, kind: 'day', width: 120, show },
  render: (row) => show(row[id]),
})

const count = (id: Of<number | null>, label: string, more: Partial<Column> = {}): Column => ({
  ...{ id, label, kind: 'number', width: 90, decimals: 0, show: (value) => showFixed(value, 0), ...more },
  render: (row) => row[id] ?? '',
})

const status = (
  id: 'current_status_display' | 'previous_status_display',
  style: 'current_dashboard' | 'previous_dashboard',
  label: string,
): Column => ({
  ...{ id, label, kind: 'badge' },
  render: (row) => {
    const shown = row[id]
    return shown === null ? null : <Badge kind={badgeKind(row[style] ?? '')} status={shown} />
  },
})

const hiddenByDefault = true

/** Columns of NAV Production (specification: Production row; the two styles are the badges of the statuses). */
export function productionColumns(timeZone: string): Column[] {
  const instant = (id: Of<Date | null>, label: string, more: Partial<Column> = {}): Column => ({
    ...{ id, label, kind: 'instant', width: 130, show: showDay, ...more },
    render: (row) => showInstant(row[id], timeZone),
  })
  return [
    text('fund_code', 'Fund', { width: 80 }),
    text('name', 'Fund name', { cellTitle: (row) => row.name }),
    {
      ...day('current_nav', 'Current NAV', showNavDate),
      title: 'The earliest NAV that is neither sent nor cancelled, else the latest',
    },
    status('current_status_display', 'current_dashboard', 'Status'),
    { ...day('max_prebalance_date', 'Max pre-balance date'), hiddenByDefault },
    day('max_sending_date', 'Max sending date'),
    text('accountant', 'Accountant'),
    instant('upload', 'Last control', { hiddenByDefault }),
    text('uploader', 'Controlled by', { hiddenByDefault }),
    text('why', 'Reason', { title: 'Reason of the last control', hiddenByDefault }),
    count('ko_controls', 'Rules not OK'),
    count('ok_controls', 'Rules OK', { hiddenByDefault }),
    instant('first_sending_validation_date', 'First submitted', {
      title: 'First Submit of the round',
      hiddenByDefault,
    }),
    instant('last_sending_validation_date', 'Last submitted', {
      title: 'Last Submit of the round',
      hiddenByDefault,
    }),
    count('count_validation_accountant', 'Times submitted', { title: 'In all rounds', hiddenByDefault }),
    text('validating_manager', 'Validated by', { title: 'In this round', hiddenByDefault }),
    count('count_validation_manager', 'Times validated', { title: 'In all rounds', hiddenByDefault }),
    instant('sending_date', 'Sent', { title: 'Mark as sent in this round', hiddenByDefault }),
    { ...day('previous_nav', 'Previous NAV', showNavDate), hiddenByDefault },
    { ...status('previous_status_display', 'previous_dashboard', 'Previous status'), hiddenByDefault },
  ]
}

/** Settings by which the address of NAV Production is parsed. */
export const PRODUCTION_GRID = {
  layout: 'productionboard',
  defaultSort: [{ column: 'fund_code', descending: false }],
}
