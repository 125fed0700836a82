import { appUser } from 'db/schema/access'
import { fund, reason } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { daysLateSql, lateSinceSql, summarySql } from '~/areas/navs/nav-facts.server'
import { LATE_NAV } from '~/areas/navs/nav-labels'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import type { Day, LocalTime } from '~/platform/values/day'
import { EVENT_CLASSES, type EventClass } from '~/platform/workflow/types'

/** The current NAV of a fund, its state and its current control, and the people of both. */
export const nav = alias(fundNav, 'nav')
export const state = alias(workflowInstance, 'state')
export const control = alias(navControl, 'control')
export const uploader = alias(appUser, 'uploader')
export const accountant = alias(appUser, 'accountant')

/** As it is shown: "SUBMITTED (TEAM LEADER)". */
const display = (at: SQL) => sql<string | null>`${at}.status || ' (' || ${at}.queue || ')'`

// Look-ups for the selected rows, not joins over all events.
const ofRound = <Value>(value: SQL, name: string) => sql<Value | null>`(
  select ${value} from workflow_event event
  where event.object_id = ${nav.id} and event.round = ${state.round} and event.name = ${name})`

const instantOfRound = (value: SQL, name: string) => ofRound<Date>(value, name).mapWith(workflowEvent.at)

const ofAllRounds = (name: string) => sql<number | null>`case when ${nav.id} is not null then (
  select count(*)::int from workflow_event event where event.object_id = ${nav.id} and event.name = ${name}) end`

const ofPrevious = <Value>(value: SQL) => sql<Value | null>`(
  select ${value} from fund_nav before join workflow_instance was on was.object_id = before.id
  where before.fund_id = ${fund.id} and before.nav_date < ${nav.navDate} order by before.nav_date desc limit 1)`

/** How many NAV dates the line of a fund's NAV per share has. */
const LINE_DATES = 20

/**
 * The first class of a fund's newest figures: its code, its currency, and its NAV per share on the last dates, oldest
 * first, with tabs between the three. Null before a first control.
 */
const perShareLine = sql<string | null>`(
  with past as materialized (
    select each.nav_date, each.current_control_id as control_id
    from fund_nav each join workflow_instance at on at.object_id = each.id
    where each.fund_id = ${fund.id} and each.current_control_id is not null and at.status <> 'CANCELLED'
    order by each.nav_date desc limit ${LINE_DATES}::int
  ), share as (
    select line.code, line.currency
    from nav_line line where line.type = 'NAV PER SHARE'
      and line.control_id = (select past.control_id from past order by past.nav_date desc limit 1)
    order by line.row limit 1
  )
  select concat_ws(chr(9), share.code, share.currency,
    string_agg(trim_scale(line.value)::text, ' ' order by past.nav_date))
  from share cross join past join nav_line line on line.control_id = past.control_id
    and line.type = 'NAV PER SHARE' and line.code = share.code
  group by share.code, share.currency)`

const hiddenByDefault = true

/**
 * The fields of the production status of one fund (specification: Production row). The current NAV is the one of the
 * earliest date that is neither SENT nor CANCELLED, else the latest; the previous one is of the date before it. Dates
 * and people of steps are those of the current NAV's round; counts are over all its rounds. All that depends on a NAV is
 * null for a fund without any.
 */
export const PRODUCTION_ROW = {
  current_nav_id: { kind: 'id', sql: nav.id, listed: true },
  fund_code: {
    kind: 'text',
    sql: fund.code,
    required: true,
    column: { header: 'Fund', size: 80, meta: { phone: 'object' } },
  },
  name: {
    kind: 'text',
    sql: fund.name,
    required: true,
    column: { header: 'Fund name', size: 240, meta: { phone: 'name' } },
  },
  current_nav: {
    kind: 'day',
    sql: nav.navDate,
    column: {
      header: 'Current NAV',
      size: 120,
      meta: { title: 'The earliest NAV that is neither sent nor cancelled, else the latest' },
    },
  },
  max_prebalance_date: {
    kind: 'day',
    sql: nav.maxPrebalanceDate,
    column: { header: 'Max pre-balance date', size: 165, meta: { hiddenByDefault } },
  },
  max_sending_date: {
    kind: 'day',
    sql: nav.maxSendingDate,
    column: { header: 'Max sending date', size: 140, meta: { phone: 'due' } },
  },
  /** The fund's: full name, or the user name that was imported when there is no such user. */
  accountant: {
    kind: 'text',
    sql: sql`coalesce(${fullNameOf(accountant)}, ${fund.accountant})`,
    column: { header: 'Accountant' },
  },
  uploader: {
    kind: 'text',
    sql: fullNameOf(uploader),
    about: 'Who ran the current control.',
    column: { header: 'Controlled by', meta: { hiddenByDefault } },
  },
  current_status_display: {
    kind: 'text',
    sql: display(sql`${state}`),
    about: 'Such as SUBMITTED (TEAM LEADER).',
    column: {
      header: 'Status',
      size: 212,
      meta: { kind: 'badge', besideDrawer: 'end', phone: 'status' },
    },
  },
  current_dashboard: {
    kind: 'text',
    oneOf: EVENT_CLASSES,
    sql: sql<EventClass | null>`${state.class}`,
    listed: true,
    unsearched: true,
  },
  first_sending_validation_date: {
    kind: 'instant',
    sql: instantOfRound(sql`min(event.at)`, 'submit'),
    column: { header: 'First submitted', meta: { title: 'First Submit of the round', hiddenByDefault } },
  },
  last_sending_validation_date: {
    kind: 'instant',
    sql: instantOfRound(sql`max(event.at)`, 'submit'),
    column: { header: 'Last submitted', meta: { title: 'Last Submit of the round', hiddenByDefault } },
  },
  sending_date: {
    kind: 'instant',
    sql: instantOfRound(sql`max(event.at)`, 'send'),
    column: { header: 'Sent', meta: { title: 'Mark as sent in this round', hiddenByDefault } },
  },
  /** Who validated last. */
  validating_manager: {
    kind: 'text',
    sql: ofRound<string>(sql`(array_agg(event.who_name order by event.seq desc))[1]`, 'validate'),
    column: { header: 'Validated by', meta: { title: 'In this round', hiddenByDefault } },
  },
  count_validation_accountant: {
    kind: 'count',
    sql: ofAllRounds('submit'),
    column: { header: 'Times submitted', meta: { title: 'In all rounds', hiddenByDefault } },
  },
  count_validation_manager: {
    kind: 'count',
    sql: ofAllRounds('validate'),
    column: { header: 'Times validated', meta: { title: 'In all rounds', hiddenByDefault } },
  },
  ko_controls: {
    kind: 'count',
    sql: control.nokCount,
    about: 'Rules of the current control that are not OK.',
    column: { header: 'Rules not OK', size: 135, meta: { sum: true, hiddenByDefault } },
  },
  ok_controls: {
    kind: 'count',
    sql: control.okCount,
    column: { header: 'Rules OK', meta: { sum: true, hiddenByDefault } },
  },
  upload: {
    kind: 'instant',
    sql: control.submittedAt,
    about: 'When the current control ran.',
    column: { header: 'Last control', meta: { hiddenByDefault } },
  },
  why: {
    kind: 'text',
    sql: sql`coalesce(${reason.display}, ${control.reasonCode})`,
    about: 'Its reason.',
    column: { header: 'Reason', meta: { title: 'Reason of the last control', hiddenByDefault } },
  },
  previous_nav: {
    kind: 'day',
    sql: ofPrevious<Day>(sql`before.nav_date`),
    column: { header: 'Previous NAV', size: 120, meta: { hiddenByDefault } },
  },
  previous_status_display: {
    kind: 'text',
    sql: ofPrevious<string>(display(sql`was`)),
    column: { header: 'Previous status', size: 240, meta: { kind: 'badge', hiddenByDefault } },
  },
  previous_dashboard: {
    kind: 'text',
    oneOf: EVENT_CLASSES,
    sql: ofPrevious<EventClass>(sql`was.class`),
    listed: true,
    unsearched: true,
  },
} satisfies ListFields

/** The fields of a row of the list, which is named by its fund: a fund without NAVs has one too. */
export const fundProduction = (now: LocalTime) =>
  ({
    fund_id: { kind: 'id', sql: fund.id, required: true },
    ...PRODUCTION_ROW,
    /** Results of the current control: "29 OK · 1 not OK · 11 not applicable". */
    rules: {
      kind: 'text',
      sql: summarySql(control),
      column: {
        header: 'Rules',
        size: 330,
        enableGrouping: false,
        meta: { title: 'Results of the current control' },
      },
    },
    /** Until when on these days; null for their end. */
    max_prebalance_time: { kind: 'text', sql: nav.maxPrebalanceTime },
    max_sending_time: { kind: 'text', sql: nav.maxSendingTime },
    days_late: {
      kind: 'count',
      sql: daysLateSql(nav, state, now),
      column: { header: 'Late', look: 'late', since: 'late_since', meta: { title: LATE_NAV } },
    },
    nav_per_share: {
      kind: 'text',
      sql: perShareLine,
      unsearched: true,
      column: {
        header: 'NAV per share',
        size: 175,
        enableSorting: false,
        enableColumnFilter: false,
        enableGrouping: false,
        meta: { kind: 'number', decimals: 5, title: 'Of the first class, on its last 20 NAV dates' },
      },
    },
    /** The deadline that it counts from. */
    late_since: { kind: 'day', sql: lateSinceSql(nav, state, now) },
  }) satisfies ListFields

export type FundProduction = RowOf<ReturnType<typeof fundProduction>>

/** The columns of NAV Production: where each fund is, and what is due; then the rest. */
export const PRODUCTION_DECLARED = declaredColumns(fundProduction({ today: '2000-01-01', time: '00:00' }), [
  'fund_code',
  'name',
  'current_nav',
  'current_status_display',
  'max_prebalance_date',
  'max_sending_date',
  'nav_per_share',
  'days_late',
  'accountant',
  'upload',
  'uploader',
  'why',
  'rules',
  'ko_controls',
  'ok_controls',
  'first_sending_validation_date',
  'last_sending_validation_date',
  'count_validation_accountant',
  'validating_manager',
  'count_validation_manager',
  'sending_date',
  'previous_nav',
  'previous_status_display',
])
