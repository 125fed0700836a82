import type { Read } from 'db/database'
import { fundNav } from 'db/schema/navs'
import { sourceExplanation, sourceExplanationEnd } from 'db/schema/sources'
import { and, asc, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm'
import type { NavFacts } from '../nav'
import type { ExplainableRule, ExplainedDifference } from '../rules/contract'

/**
 * The explanations that count for a NAV: given at its control or that of an earlier one, neither run out nor ended. Income
 * that a later NAV has booked counts for no other.
 */
export async function explanationsFor(
  read: Read,
  { fundId, navDate }: Pick<NavFacts, 'fundId' | 'navDate'>,
): Promise<ExplainedDifference[]> {
  const { until, ruleId, id } = sourceExplanation
  const { endedFrom } = sourceExplanationEnd
  const isBooked = sql`exists (
    select from fund_nav later
      join rule_result result on result.control_id = later.current_control_id and result.rule_id = 'S06'
    where later.fund_id = ${fundId} and later.nav_date > ${fundNav.navDate} and later.nav_date < ${navDate}
      and result.evidence -> 'explained' @> jsonb_build_array(jsonb_build_object('id', ${id})))`
  const rows = await read
    .select({
      id,
      rule: ruleId,
      currency: sourceExplanation.currency,
      instrumentCode: sourceExplanation.instrumentCode,
      isin: sourceExplanation.isin,
      exDate: sourceExplanation.exDate,
      amount: sourceExplanation.amount,
      reason: sourceExplanation.reason,
      until,
      givenFor: fundNav.navDate,
    })
    .from(sourceExplanation)
    .innerJoin(fundNav, eq(fundNav.id, sourceExplanation.fundNavId))
    .leftJoin(sourceExplanationEnd, eq(sourceExplanationEnd.explanationId, id))
    .where(
      and(
        eq(sourceExplanation.fundId, fundId),
        lte(fundNav.navDate, navDate),
        or(isNull(until), gte(until, navDate)),
        or(isNull(endedFrom), gt(endedFrom, navDate)),
        sql`(${ruleId} <> 'S06' or not ${isBooked})`,
      ),
    )
    .orderBy(asc(id))
  return rows.map(({ givenFor, rule, ...row }) => ({
    ...row,
    rule: rule as ExplainableRule,
    isLater: givenFor < navDate,
  }))
}
