import type { Read } from 'db/database'
import { benchmarkLevel, fund, shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, ruleResult } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, lte, ne } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { NavFacts } from './nav'

/** The most NAV dates to look back on: five years of months, or a quarter of days. */
const MAX_DATES = 60

/** One class of a fund over its dates; null where it had no such figure. */
interface ClassHistory {
  code: string
  name: string
  currency: string
  perShare: (Decimal | null)[]
  tna: (Decimal | null)[]
}

/** One rule over the dates: "NOK", "OK - justified"; null where no control ran, or the control did not have it. */
export interface RuleHistory {
  name: string
  results: (string | null)[]
}

/** A fund over its NAV dates, from the control that counts of each; all lists are in the order of `dates`. */
export interface FundHistory {
  /** Oldest first, up to that of the NAV; none before a first control has run. */
  dates: Day[]
  /** Those of them without any control. */
  missing: Day[]
  currency: string
  tna: (Decimal | null)[]
  classes: ClassHistory[]
  /** Its level on each date, or the last one before it; null for a fund without. */
  benchmark: { name: string; levels: (Decimal | null)[] } | null
  /** Rules that were not OK, justified or changed by a person on some date. */
  rules: RuleHistory[]
  /** How many others there are. */
  quietRules: number
}

export async function fundHistory(
  read: Read,
  {
    fundId,
    fundCode,
    fundCurrency,
    navDate,
  }: Pick<NavFacts, 'fundId' | 'fundCode' | 'fundCurrency' | 'navDate'>,
): Promise<FundHistory> {
  const latest = await read
    .select({ date: fundNav.navDate, controlId: fundNav.currentControlId })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(
      and(
        eq(fundNav.fundId, fundId),
        lte(fundNav.navDate, navDate),
        ne(workflowInstance.status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(fundNav.navDate))
    .limit(MAX_DATES)
  const navs = latest.reverse()
  const controls = navs.flatMap(({ controlId }) => controlId ?? [])
  const nothing = { tna: [], classes: [], benchmark: null, rules: [], quietRules: 0 }
  if (controls.length === 0) return { dates: [], missing: [], currency: fundCurrency, ...nothing }
  const dates = navs.map(({ date }) => date)
  const [lines, names, benchmark, rules] = await Promise.all([
    read
      .select({
        controlId: navLine.controlId,
        type: navLine.type,
        code: navLine.code,
        currency: navLine.currency,
        value: navLine.value,
      })
      .from(navLine)
      .where(
        and(
          inArray(navLine.controlId, controls),
          inArray(navLine.type, ['FUND TNA', 'CLASS TNA', 'NAV PER SHARE']),
        ),
      )
      .orderBy(asc(navLine.row)),
    read
      .select({ code: shareClass.code, name: shareClass.name })
      .from(shareClass)
      .where(eq(shareClass.fundId, fundId)),
    benchmarkOver(read, fundId, dates),
    rulesOver(
      read,
      navs.map(({ controlId }) => controlId),
    ),
  ])
  const figures = new Map(lines.map((line) => [`${line.controlId} ${line.type} ${line.code}`, line.value]))
  const over = (type: string, code: string) =>
    navs.map(({ controlId }) => figures.get(`${controlId} ${type} ${code}`) ?? null)
  const nameOf = new Map(names.map(({ code, name }) => [code, name]))
  // Those of the latest date first, in its order; then those that it no longer has.
  const perShare = lines.filter(({ type }) => type === 'NAV PER SHARE')
  const last = controls.at(-1)
  const inOrder = [...perShare.filter(({ controlId }) => controlId === last), ...perShare]
  const currencies = new Map(inOrder.map(({ code, currency }) => [code, currency]))
  return {
    dates,
    missing: navs.flatMap(({ date, controlId }) => (controlId === null ? date : [])),
    currency: fundCurrency,
    tna: over('FUND TNA', fundCode),
    classes: [...currencies].map(([code, currency]) => ({
      code,
      currency,
      name: nameOf.get(code) ?? code,
      perShare: over('NAV PER SHARE', code),
      tna: over('CLASS TNA', code),
    })),
    benchmark,
    ...rules,
  }
}

async function benchmarkOver(
  read: Read,
  fundId: number,
  dates: readonly Day[],
): Promise<FundHistory['benchmark']> {
  const [{ name } = { name: null }] = await read
    .select({ name: fund.benchmark })
    .from(fund)
    .where(eq(fund.id, fundId))
  if (name === null) return null
  const levels = await read
    .select({ date: benchmarkLevel.date, level: benchmarkLevel.level })
    .from(benchmarkLevel)
    .where(and(eq(benchmarkLevel.benchmark, name), lte(benchmarkLevel.date, dates.at(-1) ?? '')))
    .orderBy(desc(benchmarkLevel.date))
  return { name, levels: dates.map((day) => levels.find(({ date }) => date <= day)?.level ?? null) }
}

async function rulesOver(
  read: Read,
  /** Of each date; null where none ran. */
  controls: readonly (number | null)[],
): Promise<Pick<FundHistory, 'rules' | 'quietRules'>> {
  const { controlId, ruleId, name, result, sortingOrder } = ruleResult
  const rows = await read
    .select({ controlId, ruleId, name, result })
    .from(ruleResult)
    .where(
      inArray(
        controlId,
        controls.filter((id) => id !== null),
      ),
    )
    .orderBy(asc(sortingOrder), asc(controlId))
  const found = new Map<string, RuleHistory>()
  for (const row of rows) {
    const rule = found.get(row.ruleId) ?? { name: row.name, results: controls.map(() => null) }
    rule.results[controls.indexOf(row.controlId)] = row.result
    found.set(row.ruleId, rule)
  }
  const all = [...found.values()]
  const rules = all.filter(({ results }) => results.some(isNotable))
  return { rules, quietRules: all.length - rules.length }
}

/** Neither OK by itself, nor not applicable. */
const isNotable = (result: string | null) =>
  result !== null && result !== 'OK' && result !== 'OK - not applicable'
