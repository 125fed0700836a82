import type { Read } from 'db/database'
import { fundNav } from 'db/schema/navs'
import { workflowEvent } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { daysLateSql, summarySql } from '~/areas/navs/nav-facts.server'
import type { List } from '~/platform/lists/list'
import { expressionsOf, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { Day, LocalTime } from '~/platform/values/day'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import { type FundProduction, PRODUCTION_COLUMNS } from './list'

/**
 * Every fund with its current NAV and its data. All joins are by unique keys: the database leaves out those that a
 * query does not need.
 * @param fundIds only these funds; all without
 */
function productionFrom(fundIds?: readonly number[]): SQL {
  const within = fundIds ? sql`and each.fund_id in ${[...fundIds]}` : sql``
  return sql`fund
    left join (
      select each.fund_id, min(each.nav_date) as nav_date
      from workflow_instance state join fund_nav each on each.id = state.object_id
      where state.kind = 'nav' and state.status not in ('SENT', 'CANCELLED') ${within}
      group by each.fund_id
    ) open on open.fund_id = fund.id
    left join fund_nav nav on nav.fund_id = fund.id and nav.nav_date = coalesce(
      open.nav_date, (select max(each.nav_date) from fund_nav each where each.fund_id = fund.id))
    left join workflow_instance at on at.object_id = nav.id
    left join nav_control control on control.id = nav.current_control_id
    left join app_user uploader on uploader.id = control.user_id
    left join reason on reason.code = control.reason_code
    left join app_user accountant on accountant.user_name = fund.accountant`
}

const fullName = (person: SQL) =>
  sql`nullif(trim(concat(${person}.first_name, ' ', ${person}.last_name)), '')`

/** As it is shown: "SUBMITTED (TEAM LEADER)". */
const display = (state: SQL) => sql`${state}.status || ' (' || ${state}.queue || ')'`

// Look-ups for the selected rows, not joins over all events.
const ofRound = (value: SQL, name: string) => sql`(
  select ${value} from workflow_event event
  where event.object_id = nav.id and event.round = at.round and event.name = ${name})`

const ofAllRounds = (name: string) => sql<number | null>`case when nav.id is not null then (
  select count(*) from workflow_event event where event.object_id = nav.id and event.name = ${name}) end`

const ofPrevious = (value: SQL) => sql`(
  select ${value} from fund_nav before join workflow_instance was on was.object_id = before.id
  where before.fund_id = fund.id and before.nav_date < nav.nav_date order by before.nav_date desc limit 1)`

const text = (value: SQL) => value.mapWith(String) as SQL<string | null>
const day = (value: SQL) => value.mapWith(fundNav.navDate) as SQL<Day | null>
const instant = (value: SQL) => value.mapWith(workflowEvent.at) as SQL<Date | null>
const eventClass = (value: SQL) => value.mapWith(String) as SQL<EventClass | null>
const count = (value: SQL) => value.mapWith(Number) as SQL<number | null>

/** The fields of a production row as SQL over `productionFrom`. */
const PRODUCTION_VALUES = {
  current_nav_id: count(sql`nav.id`),
  fund_code: sql<string>`fund.code`,
  name: sql<string>`fund.name`,
  current_nav: day(sql`nav.nav_date`),
  max_prebalance_date: day(sql`nav.max_prebalance_date`),
  max_sending_date: day(sql`nav.max_sending_date`),
  accountant: text(sql`coalesce(${fullName(sql`accountant`)}, fund.accountant)`),
  uploader: text(fullName(sql`uploader`)),
  current_status_display: text(display(sql`at`)),
  current_dashboard: eventClass(sql`at.class`),
  first_sending_validation_date: instant(ofRound(sql`min(event.at)`, 'submit')),
  last_sending_validation_date: instant(ofRound(sql`max(event.at)`, 'submit')),
  sending_date: instant(ofRound(sql`max(event.at)`, 'send')),
  validating_manager: text(ofRound(sql`(array_agg(event.who_name order by event.seq desc))[1]`, 'validate')),
  count_validation_accountant: count(ofAllRounds('submit')),
  count_validation_manager: count(ofAllRounds('validate')),
  ko_controls: count(sql`control.nok_count`),
  ok_controls: count(sql`control.ok_count`),
  rules: text(summarySql(sql`control`)),
  upload: instant(sql`control.submitted_at`),
  why: text(sql`coalesce(reason.display, control.reason_code)`),
  previous_nav: day(ofPrevious(sql`before.nav_date`)),
  previous_status_display: text(ofPrevious(display(sql`was`))),
  previous_dashboard: eventClass(ofPrevious(sql`was.class`)),
}

/** Columns of NAV Production, and those that only its call has. */
export const PRODUCTION_FIELDS = [
  ...PRODUCTION_COLUMNS,
  ...fieldsOf({ current_nav_id: 'number', current_dashboard: 'text', previous_dashboard: 'text' }),
]

// Shown with their days, not as separate columns.
const TIMES = {
  max_prebalance_time: text(sql`nav.max_prebalance_time`),
  max_sending_time: text(sql`nav.max_sending_time`),
}

const valuesAt = (now: LocalTime) => ({
  ...PRODUCTION_VALUES,
  days_late: daysLateSql(sql`nav`, sql`at`, now) as SQL<number | null>,
})

const columnsAt = (now: LocalTime) =>
  sqlColumns(
    PRODUCTION_FIELDS,
    expressionsOf(valuesAt(now), (id) => ({
      required: id === 'fund_code' || id === 'name',
      unsearched: id === 'current_dashboard' || id === 'previous_dashboard',
    })),
  )

const key = sql`fund.id`

/** The production of all funds, one row a fund (specification: NAV Production). Rows are named by their funds. */
export function productionList(context: Context, now: LocalTime): List<FundProduction> {
  return sqlList(context, {
    columns: columnsAt(now),
    from: productionFrom(),
    key,
    keyOf: (row) => row.fund_id,
    rows: (ids) => rowsOf(context.read, ids, now),
  })
}

function rowsOf(read: Read, fundIds: readonly number[], now: LocalTime): Promise<FundProduction[]> {
  return read
    .select({ fund_id: key.mapWith(Number), ...TIMES, ...valuesAt(now) })
    .from(productionFrom(fundIds))
    .where(sql`fund.id in ${[...fundIds]}`)
}

/** How many funds' current NAVs are late. */
export function countLateFunds(read: Read, now: LocalTime): Promise<number> {
  return read.$count(productionFrom(), sql`(${daysLateSql(sql`nav`, sql`at`, now)}) is not null`)
}
