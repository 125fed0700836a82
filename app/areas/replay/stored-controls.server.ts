import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl, navControlInput, ruleResult } from 'db/schema/navs'
import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { pricesElsewhere, ruleReference } from '~/areas/navs/control/rule-reference.server'
import { figuresJson } from '~/areas/navs/control/store-control.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { ENGINE_VERSION, type RuleId } from '~/areas/navs/rules/catalogue'
import type { Severity } from '~/areas/navs/rules/contract'
import type { Day } from '~/platform/values/day'
import type { ReplayCriteria, Settlement, StoredResult } from './replay'
import type { ControlTexts } from './worker/jobs'

/** A control that may be replayed. */
export interface ControlToReplay {
  id: number
  navId: number
  fundId: number
  fund: string
  navDate: Day
  submittedAt: Date
  previousId: number | null
  engineVersion: number
}

/** The controls of some funds and NAV dates, fund by fund, the oldest first. */
export async function controlsToReplay(
  read: Read,
  { funds, from, to }: Pick<ReplayCriteria, 'funds' | 'from' | 'to'>,
): Promise<ControlToReplay[]> {
  return read
    .select({
      id: navControl.id,
      navId: navControl.fundNavId,
      fundId: fundNav.fundId,
      fund: fund.code,
      navDate: fundNav.navDate,
      submittedAt: navControl.submittedAt,
      previousId: navControl.previousControlId,
      engineVersion: navControl.engineVersion,
    })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .where(
      and(
        funds.length > 0 ? inArray(fund.code, funds) : undefined,
        from === null ? undefined : gte(fundNav.navDate, from),
        to === null ? undefined : lte(fundNav.navDate, to),
      ),
    )
    .orderBy(asc(fund.code), asc(fundNav.navDate), asc(navControl.submittedAt), asc(navControl.id))
}

/** The current control of each fund's last NAV that has one and was run by this engine. */
export async function lastControls(read: Read, funds: readonly string[] = []): Promise<ControlToReplay[]> {
  const rows = await read.execute<{ id: string }>(sql`
    select distinct on (nav.fund_id) nav.current_control_id as id
    from fund_nav nav join workflow_instance instance on instance.object_id = nav.id
    where nav.current_control_id is not null and instance.status <> 'CANCELLED'
    order by nav.fund_id, nav.nav_date desc`)
  const ids = new Set(rows.map(({ id }) => Number(id)))
  const controls = await controlsToReplay(read, { funds: [...funds], from: null, to: null })
  return controls.filter(({ id, engineVersion }) => ids.has(id) && engineVersion === ENGINE_VERSION)
}

/** Rows by a name of each, in the order of the rows. */
export function grouped<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(nameOf(row))
    if (group) group.push(row)
    else groups.set(nameOf(row), [row])
  }
  return groups
}

/** Longer pauses are not work on an alert. */
const MOST_MINUTES = 60

/** The results of a fund's controls as they were computed, and how their alerts ended. */
export async function storedResults(
  read: Read,
  controls: readonly ControlToReplay[],
): Promise<ReadonlyMap<number, StoredResult[]>> {
  if (controls.length === 0) return new Map()
  const navs = [...new Set(controls.map(({ navId }) => navId))]
  const rows = await read
    .select({
      controlId: ruleResult.controlId,
      navId: navControl.fundNavId,
      submittedAt: navControl.submittedAt,
      rule: ruleResult.ruleId,
      computed: sql<string>`coalesce(${ruleResult.evidence} ->> 'computedResult', ${ruleResult.result})`,
      result: ruleResult.result,
      severity: ruleResult.severity,
      impact: sql<string | null>`trim_scale(${ruleResult.impact})::text`,
      explained: ruleResult.explained,
      changedAt: ruleResult.when,
    })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    .where(inArray(navControl.fundNavId, navs))
    .orderBy(asc(navControl.submittedAt), asc(navControl.id), asc(ruleResult.sortingOrder))
  const byRule = grouped(rows, ({ navId, rule }) => `${navId} ${rule}`)
  const settledOf = ({ controlId, navId, rule, computed, result, explained }: (typeof rows)[number]) => {
    if (computed !== 'NOK') return null
    const ofRule = byRule.get(`${navId} ${rule}`) ?? []
    const next = ofRule[ofRule.findIndex((each) => each.controlId === controlId) + 1]
    if (next && next.computed !== 'NOK') return 'corrected'
    if (result === 'OK - justified') return 'justified'
    if (explained) return 'explained'
    return next ? 'repeated' : 'open'
  }
  const times = new Map<number, number[]>()
  for (const { controlId, changedAt, submittedAt } of rows) {
    const of = times.get(controlId) ?? [submittedAt.getTime()]
    if (changedAt) of.push(changedAt.getTime())
    times.set(controlId, of)
  }
  const minutesOf = ({ controlId, changedAt }: (typeof rows)[number]) => {
    if (!changedAt) return null
    const before = (times.get(controlId) ?? []).filter((each) => each < changedAt.getTime())
    const minutes = (changedAt.getTime() - Math.max(...before)) / 60_000
    return before.length === 0 ? null : Math.round(Math.min(MOST_MINUTES, minutes))
  }
  const of = new Map<number, StoredResult[]>()
  for (const row of rows) {
    const settled: Settlement | null = settledOf(row)
    const results = of.get(row.controlId) ?? []
    of.set(row.controlId, results)
    results.push({
      rule: row.rule as RuleId,
      nok: row.computed === 'NOK',
      severity: row.severity as Severity,
      impact: row.computed === 'NOK' ? row.impact : null,
      settled,
      minutes: settled === 'justified' || settled === 'explained' ? minutesOf(row) : null,
    })
  }
  return of
}

/** Reads the figures of controls as JSON; the last ones are kept, as each is the previous one of the next. */
export function figuresReader(read: Read): (controlId: number) => Promise<string | null> {
  const known = new Map<number, Promise<string | null>>()
  return (controlId) => {
    const found = known.get(controlId) ?? figuresJson(read, controlId)
    known.set(controlId, found)
    const [oldest] = known.keys()
    if (known.size > 4 && oldest !== undefined) known.delete(oldest)
    return found
  }
}

/** All that the rules of a stored control read, for a worker; null where its figures are not stored. */
export async function controlTexts(
  read: Read,
  control: ControlToReplay,
  results: StoredResult[],
  figuresOf: (controlId: number) => Promise<string | null>,
): Promise<ControlTexts | null> {
  const { id, navId, navDate, previousId } = control
  const figures = await figuresOf(id)
  if (figures === null) return null
  const before = previousId === null ? null : await figuresOf(previousId)
  const rows = await read
    .select({ input: sql<string>`${navControlInput.input}::text` })
    .from(navControlInput)
    .where(eq(navControlInput.controlId, id))
  const kept = rows[0]?.input
  return {
    ...{ id, navId, navDate, results, kept: kept !== undefined, figures },
    previous: previousId === null || before === null ? null : { id: previousId, figures: before },
    reference: kept ?? (await referenceToday(read, control, figures)),
  }
}

/** Controls of before inputs were kept: what is stored today, which the replay compares with their results. */
async function referenceToday(
  read: Read,
  { navId, fundId, previousId }: ControlToReplay,
  figures: string,
): Promise<string> {
  const [previous] =
    previousId === null
      ? []
      : await read
          .select({ controlId: navControl.id, navDate: fundNav.navDate })
          .from(navControl)
          .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
          .where(eq(navControl.id, previousId))
  const { inventory } = JSON.parse(figures) as { inventory: { lines: unknown[] } | null }
  const [reference, elsewhere] = await Promise.all([
    ruleReference(read, await navFacts(read, navId), previous ?? null),
    pricesElsewhere(read, fundId, inventory && JSON.stringify(inventory.lines)),
  ])
  return JSON.stringify({ ...reference, pricesElsewhere: elsewhere })
}
