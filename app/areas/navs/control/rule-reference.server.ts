import type { Read } from 'db/database'
import { benchmarkLevel, fund, shareClass } from 'db/schema/lookups'
import { navError, navErrorControl } from 'db/schema/nav-errors'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  accountPlan,
  feeSchedule,
  latestRates,
  type StoredRate,
} from '~/areas/reference-data/fund-reference.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Day } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'
import type { NavFacts } from '../nav'
import type { AccountClass, FundType, PriceElsewhere, RuleInput } from '../rules/contract'
import { tolerancesInForce } from '../rules/tolerances'
import { codesIn } from '../sources/expected-sources'
import { toleranceRows } from '../tolerances.server'
import { rowsOfLines } from './stored-lines.server'

/** What the rules read in addition to the figures of an upload. */

/** The control that the rules compare with, and its NAV date. */
export interface PreviousControl {
  controlId: number
  navDate: Day
}

const caseInstance = alias(workflowInstance, 'case_instance')

/**
 * The latest run control of the fund's latest earlier NAV date that has one and is not CANCELLED. Corrected files of an
 * NAV error come before it: for the corrections of the same case, and for the first NAV after its last wrong date.
 * @param navErrorId the case whose corrected files are controlled; null for a control of the NAV itself
 */
export async function previousControl(
  read: Read,
  nav: NavFacts,
  navErrorId: number | null = null,
): Promise<PreviousControl | null> {
  const isCorrected = and(
    isNotNull(navErrorControl.controlId),
    isNull(navErrorControl.withdrawnAt),
    ne(caseInstance.status, 'CANCELLED'),
    or(eq(navError.lastDate, fundNav.navDate), navErrorId === null ? undefined : eq(navError.id, navErrorId)),
  )
  const [row] = await read
    .select({ controlId: navControl.id, navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .innerJoin(navControl, eq(navControl.fundNavId, fundNav.id))
    .leftJoin(navErrorControl, eq(navErrorControl.controlId, navControl.id))
    .leftJoin(navError, eq(navError.id, navErrorControl.navErrorId))
    .leftJoin(caseInstance, eq(caseInstance.objectId, navError.id))
    .where(
      and(
        eq(fundNav.fundId, nav.fundId),
        lt(fundNav.navDate, nav.navDate),
        isNotNull(fundNav.currentControlId),
        ne(workflowInstance.status, 'CANCELLED'),
        or(isNull(navControl.navErrorId), isCorrected),
      ),
    )
    .orderBy(
      desc(fundNav.navDate),
      sql`(${navControl.navErrorId} = ${navErrorId}::bigint) desc nulls last`,
      sql`(${navControl.navErrorId} is not null) desc`,
      desc(navControl.submittedAt),
      desc(navControl.id),
    )
    .limit(1)
  return row ?? null
}

/** Reference data and tolerances in force on the NAV date, and the figures that were sent first. */
export async function ruleReference(
  read: Read,
  nav: NavFacts,
  previous: PreviousControl | null,
): Promise<Omit<RuleInput, 'data' | 'previous' | 'pricesElsewhere' | 'sources'>> {
  const [funds, classes, plan, fees, rates, ratesBefore, tolerances, sentRows] = await Promise.all([
    read.select().from(fund).where(eq(fund.id, nav.fundId)),
    read.select().from(shareClass).where(eq(shareClass.fundId, nav.fundId)).orderBy(asc(shareClass.code)),
    accountPlan(read),
    feeSchedule(read, nav.fundCode, nav.navDate),
    latestRates(read, nav.navDate),
    previous ? latestRates(read, previous.navDate) : new Map(),
    toleranceRows(read),
    sentFirst(read, nav.id),
  ])
  const [found] = funds
  if (!found) throw new Error(`Fund ${nav.fundId} is gone`)
  const type = found.type as FundType
  const provider = found.provider === 'MFFA' ? 'MFFA' : 'FIA'
  const levels = found.benchmark ? await benchmarkLevels(read, found.benchmark, nav.navDate, previous) : null
  return {
    fund: {
      code: found.code,
      currency: found.currency,
      type,
      regime: found.regime === 'UCITS' ? 'UCITS' : 'AIF',
      benchmark: found.benchmark,
      provider,
      set: found.controlSet as RuleInput['fund']['set'],
      yearEnd: found.yearEnd ?? '12-31',
      announcementsKept: found.announcementsKept,
      cashElsewhere: codesIn(found.cashElsewhere),
    },
    classes: classes.map((each) => {
      const { code, currency, decimals, activeFrom, activeTo, reference, hedged, managementFee } = each
      const { portfolioHedged } = each
      return {
        code,
        currency,
        decimals,
        activeFrom,
        activeTo,
        reference,
        hedged,
        portfolioHedged,
        managementFee: plain(new Big(managementFee)),
      }
    }),
    accountPlan: plan.map(({ prefix, accountClass, side, dividends }) => ({
      prefix,
      accountClass: accountClass as AccountClass,
      side,
      dividends,
    })),
    feeSchedule: fees.map(({ validFrom: from, validTo: to, ...fee }) => ({ ...fee, from, to })),
    exchangeRates: asStored(rates),
    previousRates: asStored(ratesBefore),
    siteCurrency: SITE_CURRENCY,
    benchmarkLevels: levels ?? { current: null, previous: null },
    sent: sentRows.length > 0 ? sentRows : null,
    tolerances: tolerancesInForce(tolerances, {
      fund: found.code,
      fundType: type,
      provider: found.provider,
      day: nav.navDate,
    }),
  }
}

const asStored = (rates: ReadonlyMap<string, StoredRate>) =>
  [...rates].map(([currency, { date, rate }]) => ({ currency, date, rate }))

/** NAV per share of every class in the first round of the NAV that was sent; empty before. */
export async function sentFirst(read: Read, fundNavId: number) {
  const { round, classCode, navPerShare } = sentFigure
  const rows = await read
    .select({ round, classCode, navPerShare })
    .from(sentFigure)
    .where(eq(sentFigure.fundNavId, fundNavId))
    .orderBy(asc(round), asc(classCode))
  return rows
    .filter((row) => row.round === rows[0]?.round)
    .map((row) => ({ classCode: row.classCode, navPerShare: row.navPerShare }))
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

/**
 * The median of the prices that other funds' current controls have, for every ISIN, currency and price date of an
 * inventory. Each fund counts once: by its latest such NAV that is not CANCELLED, and there by its first such line. Of
 * an even number the lower of the middle two counts.
 * @param inventory its lines by column, as the worker returned them; null where there is none
 */
export async function pricesElsewhere(
  read: Read,
  fundId: number,
  inventory: string | null,
): Promise<PriceElsewhere[]> {
  if (inventory === null) return []
  const rows = await read.execute<{
    isin: string
    currency: string
    price_date: Day
    median: string
    funds: number
  }>(sql`
    with wanted as materialized (
      select row_number() over () as id, * from (
        select distinct line.isin, line."quotationCurrency" as currency, line."priceDate" as price_date
      from ${rowsOfLines(inventory, { isin: 'text', quotationCurrency: 'text', priceDate: 'date', type: 'text' }, 'line')}
      where line.isin is not null and line."priceDate" is not null and line.type in ('Equity', 'Bond', 'Fund')) price),
    counted as materialized (
      select nav.current_control_id as control_id, nav.fund_id, nav.nav_date
      from fund_nav nav join workflow_instance instance on instance.object_id = nav.id
      where nav.current_control_id is not null and nav.fund_id <> ${fundId} and instance.status <> 'CANCELLED'),
    found as (
      select distinct on (wanted.id, counted.fund_id) wanted.id, line.price
      from wanted
        join inventory_line line on line.isin = wanted.isin and line.quotation_currency = wanted.currency
          and line.price_date = wanted.price_date and line.price is not null
        join counted on counted.control_id = line.control_id
      order by wanted.id, counted.fund_id, counted.nav_date desc, line.row),
    median as (
      select id, (percentile_disc(0.5) within group (order by price))::text as median, count(*)::int as funds
      from found group by id)
    select wanted.isin, wanted.currency, wanted.price_date::text, median.median, median.funds
    from median join wanted on wanted.id = median.id`)
  return rows.map(({ isin, currency, price_date, median, funds }) => ({
    isin,
    currency,
    priceDate: price_date,
    median,
    funds,
  }))
}
