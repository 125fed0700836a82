import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fundCalendar } from '~/areas/reference-data/calendars.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import type { Context } from '~/platform/values/context.server'
import { type Day, type LocalTime, localTime } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { ACTS_FOR } from '~/platform/workflow/event-hash'
import { actorsOf } from '~/platform/workflow/history.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import { CONTROL_SETS, type ControlSet, type NavFacts } from './nav'
import { EXPLAINABLE_RULES } from './rules/contract'

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

const navs = (read: Read) =>
  read
    .select(columns)
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .leftJoin(navControl, eq(navControl.id, fundNav.currentControlId))

/** The NAV with an id; a refusal "not-found" when there is none. */
export async function navFacts(read: Read, fundNavId: number): Promise<NavFacts> {
  const [nav] = await navs(read).where(eq(fundNav.id, fundNavId))
  if (!nav)
    throw new DomainError('not-found', `There is no NAV ${fundNavId}. Open it from the list of NAV Controls.`)
  return nav
}

/** The expected NAV of a fund and day; refusals name the missing part. */
export async function expectedNav(read: Read, fundCode: string, navDate: Day): Promise<NavFacts> {
  const [nav] = await navs(read).where(and(eq(fund.code, fundCode), eq(fundNav.navDate, navDate)))
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
export function countLateNavs(context: Context): Promise<number> {
  const late = lateSinceSql(fundNav, workflowInstance, localTime(context))
  return context.read.$count(
    sql`${workflowInstance} join ${fundNav} on ${fundNav.id} = ${workflowInstance.objectId}`,
    sql`${workflowInstance.kind} = 'nav' and ${workflowInstance.status} not in ('SENT', 'CANCELLED')
      and ${late} is not null`,
  )
}

/** Name of the event of explaining a difference. */
export const EXPLAINING = 'explain difference'

/** Names of the events that make a user a maker for the rest of the round: who uploaded a source that came later, too. */
const MAKING = ['matching', 'override rule', 'submit', 'second source']

/**
 * Who prepared and who approved this round (product, four-eyes). Makers: who ran the current control, gave an explanation
 * that it needs, uploaded a matching, overrode a rule or submitted.
 */
export async function navMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<FourEyesRoles> {
  const done = await actorsOf(read, objectId, round, [...MAKING, 'control', 'approve', 'validate'])
  const explained = await explainersOf(read, objectId, round)
  const by = (...names: string[]) =>
    done.filter(({ name }) => names.includes(name)).map(({ userId }) => userId)
  const control = done.find(({ name }) => name === 'control')
  const controllers = done.filter(({ id }) => id === control?.id).map(({ userId }) => userId)
  return {
    maker: new Set([...controllers, ...by(...MAKING), ...explained]),
    approver: new Set(by('approve')),
    validator: new Set(by('validate')),
  }
}

/** Who gave the explanations that the results of the current control need; a substitute's are of both. */
async function explainersOf(read: Read, fundNavId: number, round: number): Promise<number[]> {
  const rows = await read.execute<{ given_by: number; acted_for: number | null }>(sql`
    select explanation.given_by, (event.data ->> ${ACTS_FOR}::text)::int as acted_for
    from fund_nav nav
      join nav_control control on control.id = nav.current_control_id and control.round = ${round}
      join rule_result result on result.control_id = control.id
        and result.rule_id in (select json_array_elements_text(${JSON.stringify(EXPLAINABLE_RULES)}::json))
        and result.evidence ? 'explained'
      cross join lateral jsonb_array_elements(result.evidence -> 'explained') counted
      join source_explanation explanation on explanation.id = (counted ->> 'id')::int
      left join workflow_event event on event.object_id = explanation.fund_nav_id
        and event.name = ${EXPLAINING} and (event.data ->> 'explanationId')::int = explanation.id
    where nav.id = ${fundNavId}`)
  return rows.flatMap(({ given_by, acted_for }) => (acted_for === null ? [given_by] : [given_by, acted_for]))
}
