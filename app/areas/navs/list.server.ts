import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { LocalTime } from '~/platform/values/day'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import { NAV_COLUMNS } from './list'
import type { NavRow } from './nav'
import { daysLateSql, summarySql } from './nav-facts.server'

// A look-up for the displayed rows, not a join over all events.
const firstSubmitterName = sql<string | null>`(
  select trim(concat(person.first_name, ' ', person.last_name))
  from workflow_event event join app_user person on person.id = event.user_id
  where event.object_id = ${fundNav.id} and event.name = 'submit' order by event.seq limit 1)`

/** As it is shown: "SUBMITTED (TEAM LEADER)". */
const display = sql`concat(${workflowInstance.status}, ' (', ${workflowInstance.queue}, ')')`

const rules = summarySql(navControl) as SQL<string | null>

/** Columns of NAV Controls, and those that only its call has. */
export const NAV_FIELDS = [...NAV_COLUMNS, ...fieldsOf({ fundnavid: 'number', currentdisplay: 'text' })]

const columnsAt = (now: LocalTime) =>
  sqlColumns(NAV_FIELDS, {
    fundnavid: { sql: fundNav.id, required: true },
    fundname: { sql: fund.name, required: true },
    fundcode: { sql: fund.code, required: true },
    navdate: { sql: fundNav.navDate, required: true },
    maxsendingdate: { sql: fundNav.maxSendingDate },
    submittedby: { sql: fullName },
    first_accountant_validator: { sql: firstSubmitterName },
    lastcontroldate: { sql: navControl.submittedAt },
    rules: { sql: rules, unsearched: true },
    days_late: { sql: daysLateSql(fundNav, workflowInstance, now) },
    currentdisplay: { sql: display, required: true },
    currentstatus: { sql: workflowInstance.status, required: true },
  })

const from = sql`${fundNav}
  join ${fund} on ${fund.id} = ${fundNav.fundId}
  join ${workflowInstance} on ${workflowInstance.objectId} = ${fundNav.id}
  left join ${navControl} on ${navControl.id} = ${fundNav.currentControlId}
  left join ${appUser} on ${appUser.id} = ${navControl.userId}`

/** All NAVs, each with its status. */
export function navList(context: Context, now: LocalTime): List<NavRow> {
  return sqlList(context, {
    columns: columnsAt(now),
    from,
    key: fundNav.id,
    keyOf: (row) => row.fundnavid,
    rows: (ids) => rowsOf(context.read, ids, now),
  })
}

async function rowsOf(read: Read, ids: readonly number[], now: LocalTime): Promise<NavRow[]> {
  const rows = await read
    .select({
      fundnavid: fundNav.id,
      fundname: fund.name,
      fundcode: fund.code,
      navdate: fundNav.navDate,
      maxsendingdate: fundNav.maxSendingDate,
      maxsendingtime: fundNav.maxSendingTime,
      submittedby: fullName,
      first_accountant_validator: firstSubmitterName,
      lastcontroldate: navControl.submittedAt,
      rules,
      days_late: daysLateSql(fundNav, workflowInstance, now) as SQL<number | null>,
      queue: workflowInstance.queue,
      currentstatus: workflowInstance.status,
      currentdashboard: workflowInstance.class,
    })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .leftJoin(navControl, eq(navControl.id, fundNav.currentControlId))
    .leftJoin(appUser, eq(appUser.id, navControl.userId))
    .where(inArray(fundNav.id, [...ids]))
  return rows.map(({ queue, currentdashboard, ...row }) => ({
    ...row,
    currentdisplay: `${row.currentstatus} (${queue})`,
    currentdashboard: currentdashboard as EventClass,
  }))
}
