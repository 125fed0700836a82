import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { columnsOf } from '~/ui/grid/columns'
import type { ReportRow } from './fields.server'

const { count, day, instant, slim, text } = fieldColumns<ReportRow>()

/** Columns of oversight reports. */
export const REPORT_COLUMNS = columnsOf<ReportRow>()([
  count('id', 'Report', { size: 90, enableGrouping: false, meta: { phone: 'object' } }),
  day('first_day', 'NAV dates from', { size: 130 }),
  day('last_day', 'to', { size: 110, meta: { phone: 'due' } }),
  text('provider', 'Administrator', { size: 130, meta: { title: 'Blank: all', phone: 'name' } }),
  text('fund_code', 'Fund', { size: 95, meta: { title: 'Blank: all' } }),
  statusColumn(210, { meta: { phone: 'status' } }),
  instant('made_at', 'Computed'),
  text('made_by', 'By'),
  slim('digest', 'SHA-256 of the figures', {
    size: 180,
    enableGrouping: false,
    meta: { values: false, hiddenByDefault: true },
  }),
  slim('pdf_sha256', 'SHA-256 of the PDF', { size: 180, enableGrouping: false, meta: { values: false } }),
])

/** Settings by which the address of the list is parsed: the newest period first. */
export const REPORT_GRID = {
  layout: 'oversightreports',
  defaultSort: [
    { column: 'last_day', descending: true },
    { column: 'id', descending: true },
  ],
}
