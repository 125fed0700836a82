import { fund, shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { NAV_TYPES } from '~/platform/formats/nav-types'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import type { LocalTime } from '~/platform/values/day'
import { EVENT_CLASSES, type EventClass } from '~/platform/workflow/types'
import { daysLateSql, lateSinceSql, summarySql } from './nav-facts.server'
import { LATE_NAV } from './nav-labels'

// A look-up for the displayed rows, not a join over all events.
const firstSubmitterName = sql<string | null>`(
  select trim(concat(person.first_name, ' ', person.last_name))
  from workflow_event event join app_user person on person.id = event.user_id
  where event.object_id = ${fundNav.id} and event.name = 'submit' order by event.seq limit 1)`

/** The fields of a NAV as calls return it (specification, section 3: NAV dashboard row). */
export const NAV_ROW = {
  fundnavid: { kind: 'id', sql: fundNav.id, required: true, listed: true },
  fundname: {
    kind: 'text',
    sql: fund.name,
    required: true,
    column: { header: 'Fund name', size: 214, meta: { phone: 'name' } },
  },
  fundcode: {
    kind: 'text',
    sql: fund.code,
    required: true,
    column: { header: 'Fund', size: 92, meta: { besideDrawer: 'start', phone: 'object' } },
  },
  navdate: {
    kind: 'day',
    sql: fundNav.navDate,
    required: true,
    column: { header: 'NAV date', size: 112, meta: { phone: 'amount' } },
  },
  maxsendingdate: {
    kind: 'day',
    sql: fundNav.maxSendingDate,
    column: { header: 'Max sending date', size: 132 },
  },
  /** Who ran the current control. */
  submittedby: { kind: 'text', sql: fullName, column: { header: 'Controlled by' } },
  /** Who submitted first. */
  first_accountant_validator: {
    kind: 'text',
    sql: firstSubmitterName,
    column: { header: 'First submitted by' },
  },
  lastcontroldate: { kind: 'instant', sql: navControl.submittedAt, column: { header: 'Last control' } },
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
  currentstatus: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: {
      header: 'Status',
      size: 210,
      meta: { kind: 'badge', filter: 'select', besideDrawer: 'start', phone: 'status' },
    },
  },
} satisfies ListFields

/** The fields of a row of the grid. */
export const navRow = (now: LocalTime) =>
  ({
    ...NAV_ROW,
    /** Until when on that day; null for its end. */
    maxsendingtime: { kind: 'text', sql: fundNav.maxSendingTime },
    /** Of the current control, as `summaryOf` says it. */
    rules: {
      kind: 'text',
      sql: summarySql(navControl),
      unsearched: true,
      column: {
        header: 'Rules',
        size: 330,
        enableGrouping: false,
        meta: { title: 'Results of the current control', phone: 'next' },
      },
    },
    days_late: {
      kind: 'count',
      sql: daysLateSql(fundNav, workflowInstance, now),
      column: { header: 'Late', look: 'late', since: 'late_since', size: 80, meta: { title: LATE_NAV } },
    },
    /** The deadline that it counts from. */
    late_since: { kind: 'day', sql: lateSinceSql(fundNav, workflowInstance, now) },
  }) satisfies ListFields

export type NavRow = RowOf<ReturnType<typeof navRow>>

/** The columns of NAV Controls. */
export const NAV_DECLARED = declaredColumns(navRow({ today: '2000-01-01', time: '00:00' }), [
  'fundcode',
  'fundname',
  'navdate',
  'maxsendingdate',
  'days_late',
  'currentstatus',
  'lastcontroldate',
  'rules',
  'submittedby',
  'first_accountant_validator',
])

/** The fields of a figure of the NAV (specification, section 3: NAV element). */
export const ELEMENT_ROW = {
  row: { kind: 'count', sql: navLine.row, required: true, about: 'Its row in the workbook.' },
  /** The name in the workbook, else the class's, else the code. */
  object_name: {
    kind: 'text',
    sql: sql`coalesce(nullif(${navLine.name}, ''), ${shareClass.name}, ${navLine.code})`,
    required: true,
    column: { header: 'Fund Share' },
  },
  /** "NAV PER SHARE" */
  style: {
    kind: 'text',
    sql: navLine.type,
    required: true,
    column: {
      header: 'Type',
      meta: { filter: 'select', options: NAV_TYPES.map((value) => ({ value, label: value })) },
    },
  },
  iso3currency: {
    kind: 'text',
    sql: navLine.currency,
    required: true,
    column: { header: 'Ccy', size: 70 },
  },
  point_value: {
    kind: 'amount',
    sql: navLine.value,
    required: true,
    column: { header: 'Value', look: 'number', size: 170, meta: { decimals: 5 } },
  },
} satisfies ListFields

export type NavElementRow = RowOf<typeof ELEMENT_ROW>

/** The columns of the NAV elements. */
export const ELEMENT_DECLARED = declaredColumns(ELEMENT_ROW)
