import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import type { SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Day } from '~/platform/values/day'
import type { EventClass } from '~/platform/workflow/types'

/** A row of the NAV Controls grid (specification: NAV dashboard row). */
export interface NavRow {
  fundnavid: number
  fundname: string
  fundcode: string
  navdate: Day
  maxsendingdate: Day | null
  /** Who ran the current control. */
  submittedby: string | null
  /** Who submitted first. */
  first_accountant_validator: string | null
  lastcontroldate: Date | null
  /** "SUBMITTED (TEAM LEADER)" */
  currentdisplay: string
  /** Style of the badge. */
  currentdashboard: EventClass
  currentstatus: string
}

// A look-up for the displayed rows, not a join over all events.
const firstSubmitterName = sql<string | null>`(
  select trim(concat(person.first_name, ' ', person.last_name))
  from workflow_event event join app_user person on person.id = event.user_id
  where event.object_id = ${fundNav.id} and event.name = 'submit' order by event.seq limit 1)`

/** As it is shown: "SUBMITTED (TEAM LEADER)". */
const display = sql`concat(${workflowInstance.status}, ' (', ${workflowInstance.queue}, ')')`

const columns: SqlColumns = {
  fundnavid: { kind: 'number', sql: fundNav.id, required: true },
  fundname: { kind: 'text', sql: fund.name, required: true },
  fundcode: { kind: 'text', sql: fund.code, required: true },
  navdate: { kind: 'day', sql: fundNav.navDate, required: true },
  maxsendingdate: { kind: 'day', sql: fundNav.maxSendingDate },
  submittedby: { kind: 'text', sql: fullName },
  first_accountant_validator: { kind: 'text', sql: firstSubmitterName },
  lastcontroldate: { kind: 'instant', sql: navControl.submittedAt },
  currentdisplay: { kind: 'text', sql: display, required: true },
  currentstatus: { kind: 'text', sql: workflowInstance.status, required: true },
}

const from = sql`${fundNav}
  join ${fund} on ${fund.id} = ${fundNav.fundId}
  join ${workflowInstance} on ${workflowInstance.objectId} = ${fundNav.id}
  left join ${navControl} on ${navControl.id} = ${fundNav.currentControlId}
  left join ${appUser} on ${appUser.id} = ${navControl.userId}`

/** All NAVs, each with its status. */
export function navList(read: Read, timeZone: string): List<NavRow> {
  return sqlList(
    read,
    { columns, from, key: fundNav.id, keyOf: (row) => row.fundnavid, rows: (ids) => rowsOf(read, ids) },
    timeZone,
  )
}

async function rowsOf(read: Read, ids: readonly number[]): Promise<NavRow[]> {
  const rows = await read
    .select({
      fundnavid: fundNav.id,
      fundname: fund.name,
      fundcode: fund.code,
      navdate: fundNav.navDate,
      maxsendingdate: fundNav.maxSendingDate,
      submittedby: fullName,
      first_accountant_validator: firstSubmitterName,
      lastcontroldate: navControl.submittedAt,
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
