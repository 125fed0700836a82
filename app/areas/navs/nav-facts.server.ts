import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fundCalendar } from '~/areas/reference-data/calendars.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import type { Day, LocalTime } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { actorsOf } from '~/platform/workflow/history.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import { CONTROL_SETS, type ControlSet, type NavFacts } from './nav'

const columns = {
  id: fundNav.id,
  fundId: fund.id,
  fundCode: fund.code,
  fundName: fund.name,
  fundCurrency: fund.currency,
  provider: fund.provider,
  clientValidation: fund.clientValidation,
  navDate: fundNav.navDate,
  maxPrebalanceDate: fundNav.maxPrebalanceDate,
  maxSendingDate: fundNav.maxSendingDate,
  maxPrebalanceTime: fundNav.maxPrebalanceTime,
  maxSendingTime: fundNav.maxSendingTime,
  documentReceptionDate: fundNav.documentReceptionDate,
  clientValidationDate: fundNav.clientValidationDate,
  currentControlId: fundNav.currentControlId,
  currentControlRound: navControl.round,
}

/** The NAV with an id; a refusal "not-found" when there is none. */
export async function navFacts(read: Read, fundNavId: number): Promise<NavFacts> {
  const [nav] = await read
    .select(columns)
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .leftJoin(navControl, eq(navControl.id, fundNav.currentControlId))
    .where(eq(fundNav.id, fundNavId))
  if (!nav)
    throw new DomainError('not-found', `There is no NAV ${fundNavId}. Open it from the list of NAV Controls.`)
  return nav
}

/** The expected NAV of a fund and day; refusals name the missing part. */
export async function expectedNav(read: Read, fundCode: string, navDate: Day): Promise<NavFacts> {
  const [nav] = await read
    .select(columns)
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .leftJoin(navControl, eq(navControl.id, fundNav.currentControlId))
    .where(and(eq(fund.code, fundCode), eq(fundNav.navDate, navDate)))
  if (nav) return nav
  const [existing] = await read.select({ code: fund.code }).from(fund).where(eq(fund.code, fundCode))
  throw new DomainError(
    'invalid',
    existing
      ? `No NAV of fund ${fundCode} is expected on ${navDate}. Check the NAV date in the files, or have the date added to the NAV calendar.`
      : `There is no fund "${fundCode}". Check the fund code in the files, or have the fund imported.`,
  )
}

/**
 * The set of files that the next control of a NAV is usually run on: the one stored for its fund, else that of the
 * fund's last control.
 */
export async function usualSet(
  read: Read,
  { fundId, provider }: Pick<NavFacts, 'fundId' | 'provider'>,
): Promise<ControlSet> {
  if (provider === 'MFFA') return 'MFFA'
  const [stored] = await read.select({ set: fund.controlSet }).from(fund).where(eq(fund.id, fundId))
  if (stored?.set) return stored.set === 'FIA 2' ? 'FIA2' : 'FIA3'
  const [last] = await read
    .select({ definition: navControl.definition })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(eq(fundNav.fundId, fundId))
    .orderBy(desc(navControl.submittedAt), desc(navControl.id))
    .limit(1)
  return last?.definition === CONTROL_SETS.FIA2.definition ? 'FIA2' : 'FIA3'
}

/** `summaryOf` in SQL, for lists. @param control the table `nav_control`, or its alias */
export const summarySql = (control: SQLWrapper) => {
  const count = (of: SQL, what: string) => sql`case when (${of}) > 0 then concat(${of}, ${what}::text) end`
  const ok = sql`${control}.ok_count - ${control}.justified_count - ${control}.not_applicable_count`
  return sql<
    string | null
  >`nullif(concat_ws(' · ', ${count(ok, ' OK')}, ${count(sql`${control}.justified_count`, ' justified')},
    ${count(sql`${control}.nok_count`, ' not OK')}, ${count(sql`${control}.not_applicable_count`, ' not applicable')}), '')`
}

/**
 * The day since which an open NAV is late: that until which it must be sent, or while the accountant has it that until
 * which it must be submitted. Null while it is in time.
 * @param nav the table `fund_nav`, or its alias
 * @param place the row of `workflow_instance` of the NAV
 */
export function lateSinceSql(nav: SQLWrapper, place: SQLWrapper, { today, time }: LocalTime) {
  const late = (date: SQL, until: SQL) =>
    sql`case when (${date}, coalesce(${until}, '24:00')) < (${today}::date, ${time}::text) then ${date} end`
  const sending = late(sql`${nav}.max_sending_date`, sql`${nav}.max_sending_time`)
  const prebalance = late(sql`${nav}.max_prebalance_date`, sql`${nav}.max_prebalance_time`)
  return sql<Day | null>`(case when ${place}.status not in ('SENT', 'CANCELLED')
    then least(${sending}, case when ${place}.queue = 'ACCOUNTANT' then ${prebalance} end) end)`
}

/** Business days of its fund's calendar since then, 0 where a time of today has passed; null while it is in time. */
export function daysLateSql(nav: SQLWrapper, place: SQLWrapper, now: LocalTime) {
  const since = lateSinceSql(nav, place, now)
  const days = businessDaysLateSql(since, sql`${now.today}::date`, fundCalendar(sql`${nav}.fund_id`))
  return sql<number | null>`(case when ${since} is not null then ${days} end)`
}

/** How many open NAVs are late. */
export function countLateNavs(read: Read, now: LocalTime): Promise<number> {
  return read.$count(
    sql`${workflowInstance} join ${fundNav} on ${fundNav.id} = ${workflowInstance.objectId}`,
    sql`${workflowInstance.kind} = 'nav' and ${workflowInstance.status} not in ('SENT', 'CANCELLED')
      and ${lateSinceSql(fundNav, workflowInstance, now)} is not null`,
  )
}

/** Names of the events that make a user a maker for the rest of the round: who uploaded a source that came later, too. */
const MAKING = ['matching', 'override rule', 'submit', 'second source']

/**
 * Who prepared and who approved this round (product, four-eyes). Makers: who ran the current control, uploaded a
 * matching, overrode a rule or submitted.
 */
export async function navMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<FourEyesRoles> {
  const done = await actorsOf(read, objectId, round, [...MAKING, 'control', 'approve', 'validate'])
  const by = (...names: string[]) =>
    done.filter(({ name }) => names.includes(name)).map(({ userId }) => userId)
  const control = done.find(({ name }) => name === 'control')
  const controllers = done.filter(({ id }) => id === control?.id).map(({ userId }) => userId)
  return {
    maker: new Set([...controllers, ...by(...MAKING)]),
    approver: new Set(by('approve')),
    validator: new Set(by('validate')),
  }
}
