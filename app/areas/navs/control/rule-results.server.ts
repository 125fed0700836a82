import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { navControl, ruleResult } from 'db/schema/navs'
import { and, asc, eq, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { DomainError } from '~/platform/values/domain-error'
import type { Breach, RuleOutcome, Severity } from '../rules/contract'
import { type ControlRow, controlById } from './controls-of.server'

/** A rule's result (specification: Rule result), with its evidence. */
export interface RuleResultRow {
  id: number
  controlId: number
  ruleId: string
  sortingOrder: number
  name: string
  /** The severity after the rule ran: a W with a large impact has become B. */
  severity: Severity
  /** In basis points of the previous FUND TNA; null unless NOK, and where the rule has none. */
  impact: string | null
  /** True where a person explained why a W stays NOK. */
  explained: boolean
  /** OK, OK - not applicable, OK - justified, or NOK. */
  result: string
  comment: string
  when: Date | null
  /** Who changed it by hand. */
  who: string | null
  whoName: string | null
  was: string | null
  breachCount: number
}

export interface RuleEvidence
  extends Pick<RuleOutcome, 'formula' | 'computation' | 'tolerances' | 'breaches' | 'explained'> {
  /** The result of the rule itself, before any change by a person. */
  computedResult: RuleOutcome['result']
  computedComment: string
}

const columns = {
  id: ruleResult.id,
  controlId: ruleResult.controlId,
  ruleId: ruleResult.ruleId,
  sortingOrder: ruleResult.sortingOrder,
  name: ruleResult.name,
  severity: ruleResult.severity,
  impact: sql<
    string | null
  >`case when ${ruleResult.result} = 'NOK' then trim_scale(${ruleResult.impact})::text end`,
  explained: ruleResult.explained,
  result: ruleResult.result,
  comment: ruleResult.comment,
  when: ruleResult.when,
  who: appUser.userName,
  whoName: fullName,
  was: ruleResult.was,
  breachCount: ruleResult.breachCount,
}

/** The results of a control, in the order of the rules. */
export async function ruleResultsOf(read: Read, controlId: number): Promise<RuleResultRow[]> {
  const rows = await read
    .select(columns)
    .from(ruleResult)
    .leftJoin(appUser, eq(appUser.id, ruleResult.who))
    .where(eq(ruleResult.controlId, controlId))
    .orderBy(asc(ruleResult.sortingOrder))
  return rows.map((row) => ({ ...row, severity: row.severity as Severity }))
}

/** A rule that is not OK, with the first of its breaches. */
export interface FailingRule extends RuleResultRow {
  first: Breach | null
}

/** The rules of a control that are not OK: first those that block, then the others, the largest impact first. */
export async function failingRulesOf(read: Read, controlId: number): Promise<FailingRule[]> {
  const rows = await read
    .select({
      ...columns,
      first: sql<Breach | null>`${ruleResult.evidence} -> 'breaches' -> 0`.mapWith(ruleResult.evidence),
    })
    .from(ruleResult)
    .leftJoin(appUser, eq(appUser.id, ruleResult.who))
    .where(and(eq(ruleResult.controlId, controlId), eq(ruleResult.result, 'NOK')))
    .orderBy(
      asc(ruleResult.severity),
      asc(ruleResult.explained),
      sql`${ruleResult.impact} desc nulls last`,
      asc(ruleResult.sortingOrder),
    )
  return rows.map(({ first, ...row }) => ({
    ...row,
    severity: row.severity as Severity,
    first: first as Breach | null,
  }))
}

export interface ControlWithResults {
  control: ControlRow
  results: RuleResultRow[]
}

/** One control with its rule results; "not-found" when there is none. */
export async function controlWithResults(read: Read, controlId: number): Promise<ControlWithResults> {
  const control = await controlById(read, controlId)
  return { control, results: await ruleResultsOf(read, controlId) }
}

/** The results with the evidence of each: for the error report. */
export async function evidencedResultsOf(
  read: Read,
  controlId: number,
): Promise<(RuleResultRow & { evidence: RuleEvidence })[]> {
  const rows = await read
    .select({ ...columns, evidence: ruleResult.evidence })
    .from(ruleResult)
    .leftJoin(appUser, eq(appUser.id, ruleResult.who))
    .where(eq(ruleResult.controlId, controlId))
    .orderBy(asc(ruleResult.sortingOrder))
  return rows.map((row) => ({
    ...row,
    severity: row.severity as Severity,
    evidence: row.evidence as RuleEvidence,
  }))
}

/** @throws DomainError not-found unless the result is one of this control */
export async function refuseForeignRule(read: Read, controlId: number, ruleResultId: number): Promise<void> {
  const ofControl = and(eq(ruleResult.id, ruleResultId), eq(ruleResult.controlId, controlId))
  if ((await read.$count(ruleResult, ofControl)) === 0)
    throw new DomainError('not-found', 'Failed updating the fund. Please try again', { title: 'Error' })
}

/** One result with its evidence, and the NAV and round it belongs to. */
export async function ruleResultById(
  read: Read,
  ruleResultId: number,
): Promise<RuleResultRow & { evidence: RuleEvidence; fundNavId: number; round: number }> {
  const ofControl = { fundNavId: navControl.fundNavId, round: navControl.round }
  const [row] = await read
    .select({ ...columns, evidence: ruleResult.evidence, ...ofControl })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    .leftJoin(appUser, eq(appUser.id, ruleResult.who))
    .where(eq(ruleResult.id, ruleResultId))
  if (!row)
    throw new DomainError('not-found', 'Failed updating the fund. Please try again', { title: 'Error' })
  return { ...row, severity: row.severity as Severity, evidence: row.evidence as RuleEvidence }
}
