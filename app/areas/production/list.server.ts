import { fund, reason } from 'db/schema/lookups'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { lateSinceSql } from '~/areas/navs/nav-facts.server'
import type { List } from '~/platform/lists/list'
import {
  fieldsOfRows,
  fromSql,
  type ListTables,
  left,
  listedColumns,
} from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { localTime } from '~/platform/values/day'
import {
  accountant,
  control,
  type FundProduction,
  fundProduction,
  nav,
  PRODUCTION_DECLARED,
  PRODUCTION_ROW,
  state,
  uploader,
} from './fields.server'
import { productionColumns } from './list'

/**
 * Every fund with its current NAV and its data. All joins are by unique keys: the database leaves out those that a
 * query does not need.
 * @param fundIds only these funds; all without
 */
function tables(fundIds?: readonly number[]): ListTables {
  const within = fundIds ? sql`and each.fund_id in ${[...fundIds]}` : sql``
  const open = sql`(
      select each.fund_id, min(each.nav_date) as nav_date
      from workflow_instance at join fund_nav each on each.id = at.object_id
      where at.kind = 'nav' and at.status not in ('SENT', 'CANCELLED') ${within}
      group by each.fund_id
    ) open`
  const currentDate: SQL = sql`coalesce(
      open.nav_date, (select max(each.nav_date) from fund_nav each where each.fund_id = ${fund.id}))`
  return {
    table: fund,
    joins: [
      left(open, sql`open.fund_id = ${fund.id}`),
      left(nav, sql`${nav.fundId} = ${fund.id} and ${nav.navDate} = ${currentDate}`),
      left(state, eq(state.objectId, nav.id)),
      left(control, eq(control.id, nav.currentControlId)),
      left(uploader, eq(uploader.id, control.userId)),
      left(reason, eq(reason.code, control.reasonCode)),
      left(accountant, eq(accountant.userName, fund.accountant)),
    ],
  }
}

/** Columns of NAV Production, and those that only its call has. */
export const PRODUCTION_FIELDS = listedColumns(productionColumns(PRODUCTION_DECLARED), PRODUCTION_ROW)

/** The production of all funds, one row a fund (specification: NAV Production). Rows are named by their funds. */
export function productionList(context: Context): List<FundProduction> {
  const fields = fundProduction(localTime(context))
  return sqlList(context, {
    columns: sqlColumns(PRODUCTION_FIELDS, fields),
    from: fromSql(tables()),
    key: fund.id,
    keyOf: (row) => row.fund_id,
    rows: (ids) => fieldsOfRows(context.read, tables(ids), fields, inArray(fund.id, [...ids])),
  })
}

/** How many funds' current NAVs are late. */
export function countLateFunds(context: Context): Promise<number> {
  return context.read.$count(
    fromSql(tables()),
    sql`${lateSinceSql(nav, state, localTime(context))} is not null`,
  )
}
