import type { Read } from 'db/database'
import { accountPrefix, benchmarkLevel, fund, shareClass } from 'db/schema/lookups'
import { fundNav, navControl, ruleTolerance, sentFigure } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, isNotNull, lt, ne } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { NavFacts } from '../nav-state'
import type { AccountClass, FundType, RuleInput } from '../rules/contract'
import { type ToleranceLevel, tolerancesInForce } from '../rules/tolerance-in-force'

/** The control that the rules compare with, and its NAV date. */
export interface PreviousControl {
  controlId: number
  navDate: Day
}

/** The latest run control of the fund's latest earlier NAV date that has one and is not CANCELLED. */
export async function previousControl(read: Read, nav: NavFacts): Promise<PreviousControl | null> {
  const [row] = await read
    .select({ controlId: navControl.id, navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .innerJoin(navControl, eq(navControl.fundNavId, fundNav.id))
    .where(
      and(
        eq(fundNav.fundId, nav.fundId),
        lt(fundNav.navDate, nav.navDate),
        isNotNull(fundNav.currentControlId),
        ne(workflowInstance.status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(fundNav.navDate), desc(navControl.submittedAt), desc(navControl.id))
    .limit(1)
  return row ?? null
}

/** Everything the rules read besides the figures: reference data, tolerances in force on the NAV date, sent figures. */
export async function ruleReference(
  read: Read,
  nav: NavFacts,
  previous: PreviousControl | null,
): Promise<Omit<RuleInput, 'data' | 'previous'>> {
  const [funds, classes, accountPlan, toleranceRows, sentRows] = await Promise.all([
    read.select().from(fund).where(eq(fund.id, nav.fundId)),
    read.select().from(shareClass).where(eq(shareClass.fundId, nav.fundId)).orderBy(asc(shareClass.code)),
    read.select().from(accountPrefix).orderBy(asc(accountPrefix.prefix)),
    read.select().from(ruleTolerance).orderBy(asc(ruleTolerance.id)),
    read
      .select({
        round: sentFigure.round,
        classCode: sentFigure.classCode,
        navPerShare: sentFigure.navPerShare,
      })
      .from(sentFigure)
      .where(eq(sentFigure.fundNavId, nav.id))
      .orderBy(desc(sentFigure.round), asc(sentFigure.classCode)),
  ])
  const [found] = funds
  if (!found) throw new Error(`Fund ${nav.fundId} is gone`)
  const type = found.type as FundType
  const levels = found.benchmark ? await benchmarkLevels(read, found.benchmark, nav.navDate, previous) : null
  const sent = sentRows.filter(({ round }) => round === sentRows[0]?.round)
  return {
    fund: {
      code: found.code,
      currency: found.currency,
      type,
      regime: found.regime === 'UCITS' ? 'UCITS' : 'AIF',
      benchmark: found.benchmark,
    },
    classes: classes.map(({ code, currency, decimals, activeFrom, activeTo, reference, hedged }) => ({
      code,
      currency,
      decimals,
      activeFrom,
      activeTo,
      reference,
      hedged,
    })),
    accountPlan: accountPlan.map(({ prefix, accountClass }) => ({
      prefix,
      accountClass: accountClass as AccountClass,
    })),
    benchmarkLevels: levels ?? { current: null, previous: null },
    sent: sent.length > 0 ? sent.map(({ classCode, navPerShare }) => ({ classCode, navPerShare })) : null,
    tolerances: tolerancesInForce(
      toleranceRows.map(({ key, level, levelValue, value, validFrom, validTo }) => ({
        key,
        level: level as ToleranceLevel,
        subject: levelValue === '' ? null : levelValue,
        value,
        from: validFrom,
        to: validTo,
      })),
      { fund: found.code, fundType: type, provider: found.provider, day: nav.navDate },
    ),
  }
}

async function benchmarkLevels(read: Read, benchmark: string, day: Day, previous: PreviousControl | null) {
  const days = previous ? [day, previous.navDate] : [day]
  const rows = await read
    .select({ date: benchmarkLevel.date, level: benchmarkLevel.level })
    .from(benchmarkLevel)
    .where(and(eq(benchmarkLevel.benchmark, benchmark), inArray(benchmarkLevel.date, days)))
  const on = (date: Day | undefined) => rows.find((row) => row.date === date)?.level ?? null
  return { current: on(day), previous: on(previous?.navDate) }
}
