import type { Read } from 'db/database'
import { navError as navErrorCase } from 'db/schema/nav-errors'
import { navLine } from 'db/schema/nav-figures'
import { ruleResult } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { sentFirst } from './control/rule-reference.server'
import type { RuleEvidence } from './control/rule-results.server'
import type { NavFacts } from './nav'
import { percentOf } from './rules/wording'

/** A NAV of the same fund. */
export interface OtherNav {
  id: number
  navDate: string
}

/** By how much the NAV that was sent first was wrong, as rule N11 of the current control found. */
export interface NavError {
  classes: { code: string; sentFirst: Decimal; right: Decimal; percent: Decimal; isBreach: boolean }[]
  /** In percent, and the level that set it. */
  threshold: Decimal
  level: string
  /** Later NAVs whose current figures were controlled against wrong ones of this NAV, directly or through others. */
  resting: OtherNav[]
}

/** The NAV error that the current control found, justified or not; null without one. */
export async function navErrorOf(
  read: Read,
  { id, currentControlId }: Pick<NavFacts, 'id' | 'currentControlId'>,
): Promise<NavError | null> {
  if (currentControlId === null) return null
  const [found] = await read
    .select({ evidence: ruleResult.evidence })
    .from(ruleResult)
    .where(and(eq(ruleResult.controlId, currentControlId), eq(ruleResult.ruleId, 'N11')))
  const evidence = found?.evidence as RuleEvidence | undefined
  const threshold = evidence?.tolerances.find(({ key }) => key === 'N11.threshold')
  if (evidence?.computedResult !== 'NOK' || !threshold) return null
  const [lines, first, resting] = await Promise.all([
    read
      .select({ code: navLine.code, value: navLine.value })
      .from(navLine)
      .where(and(eq(navLine.controlId, currentControlId), eq(navLine.type, 'NAV PER SHARE')))
      .orderBy(asc(navLine.row)),
    sentFirst(read, id),
    restingOn(read, id),
  ])
  const classes = lines.flatMap(({ code, value }) => {
    const sent = first.find(({ classCode }) => classCode === code)
    const right = new Big(value)
    if (!sent || right.lte(0)) return []
    const percent = percentOf(right.minus(sent.navPerShare).abs(), right)
    const isBreach = evidence.breaches.some(({ subject }) => subject === code)
    return [{ code, sentFirst: sent.navPerShare, right: plain(right), percent: plain(percent), isBreach }]
  })
  return { classes, threshold: threshold.value, level: threshold.level, resting }
}

/** A case of wrong NAVs that a NAV is in. */
export interface CaseOfNav {
  id: number
  kind: string
  firstDate: Day
  /** Null while the error goes on. */
  lastDate: Day | null
  status: string
  queue: string
}

/** The cases whose dates a NAV is in, the newest first; those that were cancelled are left out. */
export async function casesOfNav(
  read: Read,
  { fundId, navDate }: Pick<NavFacts, 'fundId' | 'navDate'>,
): Promise<CaseOfNav[]> {
  const { id, kind, firstDate, lastDate } = navErrorCase
  const { status, queue } = workflowInstance
  return read
    .select({ id, kind, firstDate, lastDate, status, queue })
    .from(navErrorCase)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, id))
    .where(
      and(
        eq(navErrorCase.fundId, fundId),
        lte(firstDate, navDate),
        or(isNull(lastDate), gte(lastDate, navDate)),
        ne(status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(id))
}

/** Controls whose figures the current control of their NAV has replaced do not carry an error on; the replaced ones do. */
async function restingOn(read: Read, fundNavId: number): Promise<OtherNav[]> {
  const rows = await read.execute<{ id: string; nav_date: string }>(sql`
    with recursive own as materialized (
      select control.id, control.previous_control_id, control.fund_nav_id, control.nav_error_id
      from nav_control control join fund_nav nav on nav.id = control.fund_nav_id
      where nav.fund_id = (select fund_id from fund_nav where id = ${fundNavId})),
    resting (id) as (
      select own.id from own join own wrong on wrong.id = own.previous_control_id
        join fund_nav nav on nav.id = wrong.fund_nav_id
      where wrong.fund_nav_id = ${fundNavId} and wrong.id <> nav.current_control_id and wrong.nav_error_id is null
      union
      select own.id from own join resting on resting.id = own.previous_control_id)
    select nav.id, nav.nav_date::text from fund_nav nav
      join resting on resting.id = nav.current_control_id
      join workflow_instance instance on instance.object_id = nav.id
    where instance.status <> 'CANCELLED' order by nav.nav_date`)
  return rows.map(({ id, nav_date: navDate }) => ({ id: Number(id), navDate }))
}

/** The earlier NAVs with an error on whose wrong figures the current control of this NAV rests, latest first. */
export async function restsOnErrors(
  read: Read,
  { currentControlId }: Pick<NavFacts, 'currentControlId'>,
): Promise<OtherNav[]> {
  if (currentControlId === null) return []
  const rows = await read.execute<{ id: string; nav_date: string }>(sql`
    with recursive before (id) as (
      select previous_control_id from nav_control where id = ${currentControlId}
      union
      select control.previous_control_id from nav_control control join before on before.id = control.id)
    select distinct nav.id, nav.nav_date::text from before
      join nav_control control on control.id = before.id
      join fund_nav nav on nav.id = control.fund_nav_id
      join rule_result result on result.control_id = nav.current_control_id and result.rule_id = 'N11'
    where control.id <> nav.current_control_id and control.nav_error_id is null and result.evidence ->> 'computedResult' = 'NOK'
    order by nav_date desc`)
  return rows.map(({ id, nav_date: navDate }) => ({ id: Number(id), navDate }))
}
