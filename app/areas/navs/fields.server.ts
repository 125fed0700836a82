import { fund, shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import type { LocalTime } from '~/platform/values/day'
import { EVENT_CLASSES, type EventClass } from '~/platform/workflow/types'
import { daysLateSql, lateSinceSql, summarySql } from './nav-facts.server'

// A look-up for the displayed rows, not a join over all events.
const firstSubmitterName = sql<string | null>`(
  select trim(concat(person.first_name, ' ', person.last_name))
  from workflow_event event join app_user person on person.id = event.user_id
  where event.object_id = ${fundNav.id} and event.name = 'submit' order by event.seq limit 1)`

/** The fields of a NAV as calls return it (specification, section 3: NAV dashboard row). */
export const NAV_ROW = {
  fundnavid: { kind: 'id', sql: fundNav.id, required: true, listed: true },
  fundname: { kind: 'text', sql: fund.name, required: true },
  fundcode: { kind: 'text', sql: fund.code, required: true },
  navdate: { kind: 'day', sql: fundNav.navDate, required: true },
  maxsendingdate: { kind: 'day', sql: fundNav.maxSendingDate },
  /** Who ran the current control. */
  submittedby: { kind: 'text', sql: fullName },
  /** Who submitted first. */
  first_accountant_validator: { kind: 'text', sql: firstSubmitterName },
  lastcontroldate: { kind: 'instant', sql: navControl.submittedAt },
  /** "SUBMITTED (TEAM LEADER)" */
  currentdisplay: {
    kind: 'text',
    sql: sql`concat(${workflowInstance.status}, ' (', ${workflowInstance.queue}, ')')`,
    required: true,
    listed: true,
  },
  /** Style of the badge. */
  currentdashboard: {
    kind: 'text',
    oneOf: EVENT_CLASSES,
    sql: sql<EventClass>`${workflowInstance.class}`,
    required: true,
  },
  currentstatus: { kind: 'text', sql: workflowInstance.status, required: true },
} satisfies ListFields

/** The fields of a row of the grid. */
export const navRow = (now: LocalTime) =>
  ({
    ...NAV_ROW,
    /** Until when on that day; null for its end. */
    maxsendingtime: { kind: 'text', sql: fundNav.maxSendingTime },
    /** Of the current control, as `summaryOf` says it. */
    rules: { kind: 'text', sql: summarySql(navControl), unsearched: true },
    days_late: { kind: 'count', sql: daysLateSql(fundNav, workflowInstance, now) },
    /** The deadline that it counts from. */
    late_since: { kind: 'day', sql: lateSinceSql(fundNav, workflowInstance, now) },
  }) satisfies ListFields

export type NavRow = RowOf<ReturnType<typeof navRow>>

/** The fields of a figure of the NAV (specification, section 3: NAV element). */
export const ELEMENT_ROW = {
  row: { kind: 'count', sql: navLine.row, required: true, about: 'Its row in the workbook.' },
  /** Fund share: the name in the workbook, else the class's, else the code. */
  object_name: {
    kind: 'text',
    sql: sql`coalesce(nullif(${navLine.name}, ''), ${shareClass.name}, ${navLine.code})`,
    required: true,
  },
  /** Type, such as "NAV PER SHARE". */
  style: { kind: 'text', sql: navLine.type, required: true },
  iso3currency: { kind: 'text', sql: navLine.currency, required: true },
  point_value: { kind: 'amount', sql: navLine.value, required: true },
} satisfies ListFields

export type NavElementRow = RowOf<typeof ELEMENT_ROW>
