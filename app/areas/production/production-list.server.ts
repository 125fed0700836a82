import type { Read } from 'db/database'
import { sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import type { SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { FundProduction } from './production-row'
import { productionFrom, PRODUCTION_VALUES as values } from './production-values.server'

const columns: SqlColumns = {
  current_nav_id: { kind: 'number', sql: values.current_nav_id },
  fund_code: { kind: 'text', sql: values.fund_code, required: true },
  name: { kind: 'text', sql: values.name, required: true },
  current_nav: { kind: 'day', sql: values.current_nav },
  max_prebalance_date: { kind: 'day', sql: values.max_prebalance_date },
  max_sending_date: { kind: 'day', sql: values.max_sending_date },
  accountant: { kind: 'text', sql: values.accountant },
  uploader: { kind: 'text', sql: values.uploader },
  current_status_display: { kind: 'text', sql: values.current_status_display },
  current_dashboard: { kind: 'text', sql: values.current_dashboard, unsearched: true },
  first_sending_validation_date: { kind: 'instant', sql: values.first_sending_validation_date },
  last_sending_validation_date: { kind: 'instant', sql: values.last_sending_validation_date },
  sending_date: { kind: 'instant', sql: values.sending_date },
  validating_manager: { kind: 'text', sql: values.validating_manager },
  count_validation_accountant: { kind: 'number', sql: values.count_validation_accountant },
  count_validation_manager: { kind: 'number', sql: values.count_validation_manager },
  ko_controls: { kind: 'number', sql: values.ko_controls, sum: true },
  ok_controls: { kind: 'number', sql: values.ok_controls, sum: true },
  upload: { kind: 'instant', sql: values.upload },
  why: { kind: 'text', sql: values.why },
  previous_nav: { kind: 'day', sql: values.previous_nav },
  previous_status_display: { kind: 'text', sql: values.previous_status_display },
  previous_dashboard: { kind: 'text', sql: values.previous_dashboard, unsearched: true },
}

const key = sql`fund.id`

/** The production of all funds, one row a fund (specification: NAV Production). Rows are named by their funds. */
export function productionList(read: Read, timeZone: string): List<FundProduction> {
  return sqlList(
    read,
    { columns, from: productionFrom(), key, keyOf: (row) => row.fund_id, rows: (ids) => rowsOf(read, ids) },
    timeZone,
  )
}

function rowsOf(read: Read, fundIds: readonly number[]): Promise<FundProduction[]> {
  return read
    .select({ fund_id: key.mapWith(Number), ...values })
    .from(productionFrom(fundIds))
    .where(sql`fund.id in ${[...fundIds]}`)
}
