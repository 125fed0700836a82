import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { count, eq, sql } from 'drizzle-orm'
import type { ListPage, ListQuery } from '~/domain/lists/list-query'
import { orderOf, type SqlColumns, whereOf } from '~/domain/lists/list-sql.server'
import type { Day } from '~/domain/values/day'
import type { EventClass } from '~/domain/workflow/types'

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

const controllerName = sql<
  string | null
>`nullif(trim(concat(${appUser.firstName}, ' ', ${appUser.lastName})), '')`

// A look-up for the rows that are shown, not a join over all events.
const firstSubmitterName = sql<string | null>`(
  select trim(concat(person.first_name, ' ', person.last_name))
  from workflow_event event join app_user person on person.id = event.user_id
  where event.object_id = ${fundNav.id} and event.name = 'submit' order by event.seq limit 1)`

/** As it is shown: "SUBMITTED (TEAM LEADER)". */
const display = sql`concat(${workflowInstance.status}, ' (', ${workflowInstance.queue}, ')')`

const columns: SqlColumns = {
  fundnavid: { kind: 'number', sql: fundNav.id },
  fundname: { kind: 'text', sql: fund.name },
  fundcode: { kind: 'text', sql: fund.code },
  navdate: { kind: 'day', sql: fundNav.navDate },
  maxsendingdate: { kind: 'day', sql: fundNav.maxSendingDate },
  submittedby: { kind: 'text', sql: controllerName },
  first_accountant_validator: { kind: 'text', sql: firstSubmitterName },
  lastcontroldate: { kind: 'instant', sql: navControl.submittedAt },
  currentdisplay: { kind: 'text', sql: display },
  currentstatus: { kind: 'text', sql: workflowInstance.status },
}

/** One page of all NAVs, each with where it stands. */
export async function listNavs(read: Read, query: ListQuery, timeZone: string): Promise<ListPage<NavRow>> {
  const where = whereOf(query, columns, timeZone)
  const [rows, totals] = await Promise.all([
    read
      .select({
        fundnavid: fundNav.id,
        fundname: fund.name,
        fundcode: fund.code,
        navdate: fundNav.navDate,
        maxsendingdate: fundNav.maxSendingDate,
        submittedby: controllerName,
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
      .where(where)
      .orderBy(...orderOf(query, columns, fundNav.id))
      .limit(query.size)
      .offset((query.page - 1) * query.size),
    read
      .select({ total: count() })
      .from(fundNav)
      .innerJoin(fund, eq(fund.id, fundNav.fundId))
      .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
      .leftJoin(navControl, eq(navControl.id, fundNav.currentControlId))
      .leftJoin(appUser, eq(appUser.id, navControl.userId))
      .where(where),
  ])
  return {
    rows: rows.map(({ queue, currentdashboard, ...row }) => ({
      ...row,
      currentdisplay: `${row.currentstatus} (${queue})`,
      currentdashboard: currentdashboard as EventClass,
    })),
    total: totals[0]?.total ?? 0,
  }
}
